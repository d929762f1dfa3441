import { AsyncLocalStorage } from 'node:async_hooks';
import type { Release } from '@postrider/concurrency';
import { FairQueue } from '@postrider/concurrency';
import { currentAccount, currentRequest, unavailable } from '@postrider/messaging';
import type { PoolClient, PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { Pool } from 'pg';
import { prepareTenantSetting, TenantConnection } from './tenant-connection.js';

const maxWaitingPerKey = 100;
const timeoutMs = 2_000;

/**
 * Connections that see the rows of all accounts, for work across tenants and for hot statements. Each statement selects
 * its accounts; PostgreSQL plans a named statement once per connection.
 */
export class SystemPool extends Pool {
  constructor(config: PoolConfig) {
    super({ ...config, onConnect: (client) => client.query(prepareTenantSetting) });
  }
}

type Connected = (
  error: Error | undefined,
  client?: PoolClient | TenantConnection,
  release?: (error?: Error) => void,
) => void;

/**
 * Applies row-level security to the connections of a `SystemPool`: within a request, statements see and write only the
 * rows of its account. The requests of an account hold up to `maxPerAccount` connections at the same time.
 */
export class TenantPool {
  private readonly transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  private readonly slots: FairQueue;

  constructor(
    readonly system: SystemPool,
    maxPerAccount = Infinity,
  ) {
    this.slots = new FairQueue({ maxPerKey: maxPerAccount, maxWaitingPerKey });
  }

  /** Runs a statement for one account; give it a name if PostgreSQL should plan it once per connection. */
  async query<Row extends QueryResultRow>(accountId: string, statement: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.system.connect();
    try {
      return (await new TenantConnection(client, accountId).query(statement)) as QueryResult<Row>;
    } finally {
      client.release();
    }
  }

  /** Rejects a second connection to `work`, which already holds one: enough of such work would deadlock the pool. */
  async withoutSecond<Result>(work: () => Promise<Result>): Promise<Result> {
    const state = { isOpen: true };
    try {
      return await this.transactions.run(state, work);
    } finally {
      state.isOpen = false;
    }
  }

  /** The methods of a pool that TypeORM uses. */
  connect(connected: Connected): void {
    this.acquire().then(
      ([client, release]) => connected(undefined, client, release),
      (error: Error) => connected(error),
    );
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.system.on(event, listener);
  }

  end(ended: () => void): void {
    this.system.end(ended);
  }

  private async acquire(): Promise<[client: PoolClient | TenantConnection, release: (error?: Error) => void]> {
    if (this.transactions.getStore()?.isOpen)
      throw new Error('A statement inside a transaction needs a second connection: use the manager of the transaction');
    const accountId = currentAccount();
    const releaseSlot = await this.slot();
    try {
      const client = await this.system.connect();
      const release = (error?: Error): void => {
        client.release(error);
        releaseSlot();
      };
      return [accountId === undefined ? client : new TenantConnection(client, accountId), release];
    } catch (error) {
      releaseSlot();
      throw error;
    }
  }

  /** Work outside of requests has no limit. */
  private async slot(): Promise<Release> {
    const key = currentRequest()?.accountId;
    if (key === undefined) return () => {};
    return this.slots.acquire({ key, timeoutMs }).catch(() => {
      throw unavailable('Too many requests of this account wait for the database', 'account_busy');
    });
  }
}
