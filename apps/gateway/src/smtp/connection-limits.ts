import type { Socket } from 'node:net';

/** See docs/operate/limits.md#smtp. */
const maxConnections = 2_000;
/** Maximum connections of one address before authentication, and of one account after it. */
const maxPerAddress = 200;
const maxPerAccount = 500;

interface Connection {
  readonly address: string;
  accountId?: string;
  /** Closes it to admit a new one. */
  evict: () => void;
}

/** Bounds the connections of all clients, of an address without a login, and of an account. */
export class ConnectionLimits {
  /** By address and port; the oldest first. */
  private readonly withoutLogin = new Map<string, Connection>();
  private readonly withLogin = new Map<string, Connection>();
  private readonly ofAddress = new Counts();
  private readonly ofAccount = new Counts();

  /**
   * Adds a connection until it closes. If there are too many, closes the oldest without a login, because clients log
   * in at once. Returns false if the new one is rejected.
   */
  admit(socket: Socket, evict: () => void): boolean {
    const address = getAddress(socket);
    if (this.ofAddress.of(address) >= maxPerAddress) return false;
    if (this.withoutLogin.size + this.withLogin.size >= maxConnections && !this.evictOldest()) return false;
    const peer = getPeer(socket);
    this.withoutLogin.set(peer, { address, evict });
    this.ofAddress.add(address);
    socket.once('close', () => this.release(peer));
    return true;
  }

  /** Replaces the function that closes the connection to admit a new one. */
  setEviction(peer: string, evict: () => void): void {
    const connection = this.withoutLogin.get(peer);
    if (connection) connection.evict = evict;
  }

  /** Counts the connection for its account. Returns false if the account has too many. */
  logIn(peer: string, accountId: string): boolean {
    const connection = this.withoutLogin.get(peer);
    if (!connection || this.ofAccount.of(accountId) >= maxPerAccount) return false;
    this.withoutLogin.delete(peer);
    this.ofAddress.remove(connection.address);
    this.withLogin.set(peer, { ...connection, accountId });
    this.ofAccount.add(accountId);
    return true;
  }

  /** Idempotent. */
  release(peer: string): void {
    const { address } = this.withoutLogin.get(peer) ?? {};
    const { accountId } = this.withLogin.get(peer) ?? {};
    if (this.withoutLogin.delete(peer)) this.ofAddress.remove(address!);
    if (this.withLogin.delete(peer)) this.ofAccount.remove(accountId!);
  }

  private evictOldest(): boolean {
    const [oldest] = this.withoutLogin;
    if (!oldest) return false;
    const [peer, { evict }] = oldest;
    this.release(peer);
    evict();
    return true;
  }
}

class Counts {
  private readonly counts = new Map<string, number>();

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.counts.set(key, this.of(key) + 1);
  }

  remove(key: string): void {
    if (this.of(key) > 1) this.counts.set(key, this.of(key) - 1);
    else this.counts.delete(key);
  }
}

const getAddress = ({ remoteAddress = '' }: Socket): string => remoteAddress;

/** The address with the port. */
export const getPeer = (socket: Socket): string => `${getAddress(socket)} ${socket.remotePort}`;
