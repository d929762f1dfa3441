import { Injectable } from '@nestjs/common';
import { currentAccount } from '@postrider/messaging';
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { accountSetting } from './account-policy.js';
import { AccountConnections, refuseSecondConnections } from './pool-guard.js';
import { prepareWall, WalledConnection } from './walled-connection.js';

/**
 * Connections outside the wall, for statements that are about many accounts at once and for those that every mail has to wait for: planned once per
 * connection by their name. Each of them has to name its accounts.
 */
export abstract class AcrossAccounts extends Pool {}

/** Statements of one account, planned once per connection by their name, which TypeORM cannot. */
@Injectable()
export class WithinAccount {
  constructor(private readonly connections: AcrossAccounts) {}

  async query<Row extends QueryResultRow>(accountId: string, statement: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.connections.connect();
    try {
      return (await new WalledConnection(client, accountId).query(statement)) as QueryResult<Row>;
    } finally {
      client.release();
    }
  }
}

interface Driver {
  readonly master: Pool;
  obtainMasterConnection(): Promise<[connection: unknown, release: (error?: Error) => void]>;
}
const driverOf = (database: DataSource): Driver => database.driver as unknown as Driver;

export const poolOf = (database: DataSource): Pool => driverOf(database).master;

/** Options of the pool whose connections can be walled. */
export const walledPool = { onConnect: (client: PoolClient) => client.query(prepareWall) };

/**
 * From here on what the data source is asked within a request sees and writes rows of that account alone; each transaction belongs to whoever
 * began it. The requests of an account hold at most `mostOfAccount` connections at a time.
 */
export function wallRequests(database: DataSource, mostOfAccount = Infinity): DataSource {
  const driver = driverOf(database);
  const obtain = driver.obtainMasterConnection.bind(driver);
  const refuseSecond = refuseSecondConnections(database);
  const connections = new AccountConnections(mostOfAccount);
  driver.obtainMasterConnection = async () => {
    refuseSecond();
    const accountId = currentAccount();
    const leave = await connections.acquire();
    try {
      const [client, release] = await obtain();
      const releaseBoth = (error?: Error): void => {
        release(error);
        leave();
      };
      return [accountId === undefined ? client : new WalledConnection(client as PoolClient, accountId), releaseBoth];
    } catch (error) {
      leave();
      throw error;
    }
  };
  return database;
}

/** From here on the transaction sees and writes rows of this account alone: where no request says whose they are, as in the gateway. */
export async function enterAccount(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(`select set_config('${accountSetting}', $1, true)`, [accountId]);
}
