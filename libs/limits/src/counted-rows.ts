import type { QuotaName } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { Tenant } from './quota.js';
import { holdToQuota } from './quota.js';

/**
 * Rows of which an account may have so many. Those that are added at once take turns, account by account and before they have a connection: one
 * that adds a hundred holds one, not all there are.
 */
export class CountedRows {
  private readonly last = new Map<string, Promise<unknown>>();

  /** `condition` says which rows of the table count. */
  constructor(
    private readonly quota: QuotaName,
    private readonly table: string = quota,
    private readonly condition = 'true',
  ) {}

  /**
   * Runs `insert` in a transaction of its own.
   * @throws ServiceError `quota_exceeded`, with nothing added
   */
  add<Result>(
    database: EntityManager,
    tenant: Tenant,
    insert: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.inTurn(tenant.accountId, () =>
      database.transaction(async (tx) => {
        const result = await insert(tx);
        await holdToQuota(tx, tenant, this.quota, this.table, this.condition);
        return result;
      }),
    );
  }

  private async inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(accountId);
    const turn = before ? before.then(work, work) : work();
    this.last.set(accountId, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(accountId) === turn) this.last.delete(accountId);
    }
  }
}
