import { FairQueue, QueueFull } from '@postrider/concurrency';
import type { LimitedBy, QuotaName } from '@postrider/contracts';
import { ServiceError, quotaOf } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';

/** Of TypeORM's EntityManager: what is needed to count within its transaction. */
interface Transaction {
  query(sql: string, parameters: unknown[]): Promise<unknown>;
}

export type Tenant = LimitedBy & { readonly accountId: string };

/**
 * The end of a transaction that added rows to `table`: refuses them where the account has more than it may. Exact, because whoever comes next
 * waits for the commit; so nothing but the commit should follow, and not many should do so at once: who waits has a connection.
 * @throws ServiceError `quota_exceeded`
 */
export async function holdToQuota(
  tx: Transaction,
  context: Tenant,
  quota: QuotaName,
  table: string = quota,
  condition = 'true',
): Promise<void> {
  const most = quotaOf(context, quota);
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`quota of ${context.accountId}: ${quota}`]);
  const [{ rows }] = (await tx.query(
    `select count(*)::int as rows from (select from ${table} where account_id = $1 and ${condition} limit $2) as counted`,
    [context.accountId, most + 1],
  )) as [{ rows: number }];
  if (rows > most) throw ServiceError.quotaExceeded(quota, most);
}

/** Per account, in progress and waiting. Each takes up one of the calls that the service works on at a time. */
const maxPerAccount = 100;

/**
 * Rows of which an account may have so many. Those that are added at once take turns, account by account and before they have a connection: one
 * that adds a hundred holds one, not all there are.
 */
export class CountedRows {
  private readonly turns = new FairQueue({ maxPerKey: 1, maxWaitingPerKey: maxPerAccount - 1 });

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
