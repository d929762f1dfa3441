import { AsyncLocalStorage } from 'node:async_hooks';
import { FairQueue, type Release } from '@postrider/concurrency';
import { currentRequest, unavailable } from '@postrider/messaging';
import type { DataSource, EntityManager } from 'typeorm';

const maxWaitingPerKey = 100;
const timeoutMs = 2_000;

type Run = (tx: EntityManager) => Promise<unknown>;
type Transaction = (...parameters: unknown[]) => Promise<unknown>;

/**
 * Fails a statement that is issued inside a transaction and not through its manager: it would hold one connection of the pool and wait for another,
 * and as many of them as the pool has connections wait for each other.
 */
export function refuseSecondConnections(database: DataSource): () => void {
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  const begin = database.manager.transaction.bind(database.manager) as Transaction;
  const guarded: Transaction = async (...parameters) => {
    const state = { isOpen: true };
    const inside =
      (run: Run): Run =>
      (tx) =>
        transactions.run(state, () => run(tx));
    try {
      return await begin(...parameters.map((given) => (typeof given === 'function' ? inside(given as Run) : given)));
    } finally {
      state.isOpen = false;
    }
  };
  Object.assign(database.manager, { transaction: guarded });
  return () => {
    if (transactions.getStore()?.isOpen)
      throw new Error(
        'A statement inside a transaction asks for a second connection: use the manager of the transaction',
      );
  };
}

/** Limits the connections that the requests of one account hold at a time. Work that is not part of a request has no limit. */
export class AccountConnections {
  private readonly slots: FairQueue;

  constructor(maxPerAccount: number) {
    this.slots = new FairQueue({ maxPerKey: maxPerAccount, maxWaitingPerKey });
  }

  /** Resolves to the function that gives the connection back. @throws ServiceError `unavailable` */
  async acquire(): Promise<Release> {
    const key = currentRequest()?.accountId;
    if (key === undefined) return () => {};
    return this.slots.acquire({ key, timeoutMs }).catch(() => {
      throw unavailable('Too many requests of this account wait for the database', 'account_busy');
    });
  }
}
