import { FairQueue, QueueFull } from '@postrider/concurrency';
import type { QuotaName } from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { Tenant } from './quota.js';
import { holdToQuota } from './quota.js';

/** Per account, in progress and waiting. Each takes up one of the calls that the service works on at a time. */
const mostOfAccount = 100;

/**
 * Rows of which an account may have so many. Those that are added at once take turns, account by account and before they have a connection: one
 * that adds a hundred holds one, not all there are.
 */
export class CountedRows {
  private readonly turns = new FairQueue({ maxPerKey: 1, maxWaitingPerKey: mostOfAccount - 1 });

  /** `condition` says which rows of the table count. */
  constructor(
    private readonly quota: QuotaName,
    private readonly table: string = quota,
    private readonly condition = 'true',
  ) {}

  /**
   * Runs `insert` in a transaction of its own.
   * @throws ServiceError `quota_exceeded`, with nothing added; `unavailable` where too many of the account wait
   */
  add<Result>(
    database: EntityManager,
    tenant: Tenant,
    insert: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    const add = (): Promise<Result> =>
      database.transaction(async (tx) => {
        const result = await insert(tx);
        await holdToQuota(tx, tenant, this.quota, this.table, this.condition);
        return result;
      });
    return this.turns.run(add, { key: tenant.accountId }).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      throw new ServiceError(
        'unavailable',
        'Too many of these are being made for this account; nothing was added',
        undefined,
        undefined,
        {
          reason: 'account_busy',
        },
      );
    });
  }
}
