import type { LimitedBy, QuotaName } from '@postrider/contracts';
import { quotaOf, ServiceError } from '@postrider/contracts';

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
