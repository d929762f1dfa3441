import { FairQueue, QueueFull } from '@postrider/concurrency';
import type { LimitedBy, QuotaName } from '@postrider/contracts';
import { ServiceError, getQuota } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

/** The method of TypeORM's EntityManager that counting needs. */
interface Transaction {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

export type Tenant = LimitedBy & { readonly accountId: string };

/**
 * Call at the end of a transaction that added rows to `table`: throws if the account exceeds its quota. It is exact,
 * because concurrent transactions wait for the commit. Therefore commit right after it, and avoid many concurrent
 * calls, which hold connections while they wait.
 * @throws ServiceError `quota_exceeded`
 */
export async function enforceQuota(
  tx: Transaction,
  context: Tenant,
  quota: QuotaName,
  table: string = quota,
  condition = 'true',
): Promise<void> {
  const max = getQuota(context, quota);
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quota of ${context.accountId}: ${quota}`]);
  const [{ rows }] = (await tx.query(
    `select count(*)::int as rows from (select from ${table} where account_id = $1 and ${condition} limit $2) as counted`,
    [context.accountId, max + 1],
  )) as [{ rows: number }];
  if (rows > max) throw ServiceError.quotaExceeded(quota, max);
}

/** Running and waiting calls per account. Each uses one of the service's concurrent calls. */
const maxPerAccount = 100;

/**
 * Inserts rows that an account may have a limited number of. The inserts of an account run one after the other and wait
 * before they take a connection, so that one account does not use up the pool.
 */
export class CountedRows {
  private readonly turns = new FairQueue({ maxPerKey: 1, maxWaitingPerKey: maxPerAccount - 1 });

  /** `condition` selects the rows of the table that count. */
  constructor(
    private readonly quota: QuotaName,
    private readonly table: string = quota,
    private readonly condition = 'true',
  ) {}

  /**
   * Runs `insert` in its own transaction.
   * @throws ServiceError `quota_exceeded` with nothing added; `unavailable` if too many inserts of the account wait
   */
  add<Result>(
    database: EntityManager,
    tenant: Tenant,
    insert: (tx: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    const add = (): Promise<Result> =>
      database.transaction(async (tx) => {
        const result = await insert(tx);
        await enforceQuota(tx, tenant, this.quota, this.table, this.condition);
        return result;
      });
    return this.turns.run(add, { key: tenant.accountId }).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      throw new ServiceError(
        'unavailable',
        'Too many of these are being created for this account; nothing was added',
        undefined,
        undefined,
        {
          reason: 'account_busy',
        },
      );
    });
  }
}
