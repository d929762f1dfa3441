import type { Connection, PoolClient, QueryConfig, QueryResult, Submittable } from 'pg';
import { escapeLiteral, Query } from 'pg';
import { accountSetting } from './account-policy.js';

const prepared = 'within_account';
/** Run once on every connection. */
export const prepareTenantSetting = `prepare ${prepared} (text) as select set_config('${accountSetting}', $1, true)`;

/** Methods of pg's `Query` class that its types omit. */
interface Prepared extends Submittable {
  prepare(connection: Connection): void;
  handleDataRow(row: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const PreparedQuery = Query as unknown as new (statement: QueryConfig & { queryMode: 'extended' }) => Prepared;

/**
 * Sends a statement together with the one that sets the account: both share one message and one implicit transaction,
 * so row-level security adds no round trip. Results of the first are dropped.
 */
class TenantQuery extends PreparedQuery {
  private accountIsSet = false;

  constructor(
    statement: QueryConfig,
    private readonly accountId: string,
  ) {
    super({ ...statement, queryMode: 'extended' });
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: prepared, values: [this.accountId] }, false);
    connection.execute({}, false);
    super.prepare(connection);
  }

  override handleDataRow(row: unknown): void {
    if (this.accountIsSet) super.handleDataRow(row);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.accountIsSet) super.handleCommandComplete(message, connection);
    this.accountIsSet = true;
  }
}

type Done = (error: Error | null, result: QueryResult) => void;
const begins = /^\s*(begin|start\s+transaction)\b/i;

/**
 * A connection for TypeORM on which every transaction, including that of a single statement, belongs to one account.
 */
export class TenantConnection {
  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
  ) {}

  query(statement: string | QueryConfig, values?: unknown[]): Promise<unknown> {
    const config = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement;
    // Inside a transaction: `begin` has set the account.
    if (this.client.getTransactionStatus() !== 'I') return this.client.query(config);
    if (begins.test(config.text))
      return this.client.query(`${config.text}; set local ${accountSetting} = ${escapeLiteral(this.accountId)}`);
    return new Promise((resolve, reject) => {
      const done: Done = (error, result) => (error ? reject(error) : resolve(result));
      (this.client.query as (query: TenantQuery, done: Done) => void)(new TenantQuery(config, this.accountId), done);
    });
  }

  on(event: 'error', listener: (error: Error) => void): this {
    this.client.on(event, listener);
    return this;
  }

  removeListener(event: 'error', listener: (error: Error) => void): this {
    this.client.removeListener(event, listener);
    return this;
  }
}
