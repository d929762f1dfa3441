import type { DataSourceOptions, QueryRunner } from 'typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { accountSetting } from './account-policy.js';
import type { TenantPool } from './pools.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;
type IsolationLevel = Parameters<EntityManager['transaction']>[0];
type Run<Result> = (tx: EntityManager) => Promise<Result>;

/** Rejects second connections inside its transactions. */
class TenantManager extends EntityManager {
  declare readonly dataSource: TenantDataSource;

  override transaction<Result>(run: Run<Result>): Promise<Result>;
  override transaction<Result>(isolation: IsolationLevel, run: Run<Result>): Promise<Result>;
  override transaction<Result>(first: IsolationLevel | Run<Result>, second?: Run<Result>): Promise<Result> {
    const guarded =
      (run: Run<Result>): Run<Result> =>
      (tx) =>
        this.dataSource.pool.withoutSecond(() => run(tx));
    return typeof first === 'function' ? super.transaction(guarded(first)) : super.transaction(first, guarded(second!));
  }
}

/** A TypeORM data source on the connections of a `TenantPool`. */
export class TenantDataSource extends DataSource {
  constructor(
    options: PostgresOptions,
    readonly pool: TenantPool,
  ) {
    // TypeORM creates its pool with the driver's constructor, and gets this pool.
    super({
      ...options,
      driver: {
        Pool: function () {
          return pool;
        },
      },
    });
  }

  override createEntityManager(queryRunner?: QueryRunner): EntityManager {
    return new TenantManager(this, queryRunner);
  }
}

/**
 * A transaction that sees and writes only the rows of this account, for code without a request context, as in the
 * gateway. Nested in another transaction, it resets that one to all accounts.
 */
export const runInTransaction = <Result>(
  manager: EntityManager,
  accountId: string,
  run: Run<Result>,
): Promise<Result> =>
  manager.transaction(async (tx) => {
    await setTenant(tx, accountId);
    const result = await run(tx);
    if (manager.queryRunner) await setTenant(tx, '');
    return result;
  });

async function setTenant(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(`select set_config('${accountSetting}', $1, true)`, [accountId]);
}
