import { AsyncLocalStorage } from 'node:async_hooks';
import { KeyedSlots, TooManyWaiting } from '@postrider/concurrency';
import { currentRequest, unavailable } from '@postrider/messaging';
import type { DataSource, EntityManager } from 'typeorm';

/** Requests of one account that have or await one of its connections. */
const mostOfAccount = 100;
const longestWaitMs = 2_000;

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

/** So many connections at a time for the requests of one account; what the process does for itself is not bounded. */
export class AccountConnections {
  private readonly slots: KeyedSlots;

  constructor(each: number) {
    this.slots = new KeyedSlots(each, mostOfAccount);
  }

  /** Resolves to the function that gives the connection back. @throws ServiceError `unavailable` */
  async acquire(): Promise<() => void> {
    const accountId = currentRequest()?.accountId;
    if (accountId === undefined) return () => {};
    const signal = AbortSignal.timeout(longestWaitMs);
    return this.slots.acquire(accountId, signal).catch((error: unknown) => {
      if (!(error instanceof TooManyWaiting) && !signal.aborted) throw error;
      throw unavailable('Too many requests of this account wait for the database');
    });
  }
}
