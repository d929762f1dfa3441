import { LRUCache } from 'lru-cache';

/** Some 60 MB with TLS. With those of the attempts under way these are all that a process holds. */
const mostIdle = 1_000;

/**
 * The idle connections of all accounts of a process together. However many accounts take turns, no more than so many stay open: the one
 * that has been idle for the longest makes room.
 */
export class IdleConnections {
  private readonly byUse: LRUCache<object, () => void>;

  constructor(most = mostIdle) {
    this.byUse = new LRUCache({
      max: most,
      disposeAfter: (end, _connection, reason) => {
        if (reason === 'evict') end();
      },
    });
  }

  /** `end` is called when the connection has to make room. */
  add(connection: object, end: () => void): void {
    this.byUse.set(connection, end);
  }

  remove(connection: object): void {
    this.byUse.delete(connection);
  }
}
