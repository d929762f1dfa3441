import type { DataSourceOptions, QueryRunner } from 'typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { accountSetting } from './account-policy.js';
import type { TenantPool } from './pools.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;
type IsolationLevel = Parameters<EntityManager['transaction']>[0];
type Run<Result> = (tx: EntityManager) => Promise<Result>;

/** Its transactions get no second connection. */
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

/** TypeORM on the connections of a `TenantPool`. */
export class TenantDataSource extends DataSource {
  constructor(
    options: PostgresOptions,
    readonly pool: TenantPool,
  ) {
    // TypeORM makes its pool by the driver's constructor, and gets this one.
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
 * A transaction that sees and writes the rows of this account alone, where no request names the account, as in the gateway. Inside another
 * transaction, what comes after it sees all accounts again.
 */
export const transactionOf = <Result>(manager: EntityManager, accountId: string, run: Run<Result>): Promise<Result> =>
  manager.transaction(async (tx) => {
    await enter(tx, accountId);
    const result = await run(tx);
    if (manager.queryRunner) await enter(tx, '');
    return result;
  });

async function enter(tx: EntityManager, accountId: string): Promise<void> {
  await tx.query(`select set_config('${accountSetting}', $1, true)`, [accountId]);
}
