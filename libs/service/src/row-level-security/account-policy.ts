import type { QueryRunner } from 'typeorm';
import { lockTimeoutMs, whileInUse } from '../migrating/indexes.js';

/** The account whose rows a transaction sees and writes; all accounts if unset or empty. */
export const accountSetting = 'postrider.account';

const setting = `current_setting('${accountSetting}', true)`;
/**
 * Uses `case` because of the planner's estimate: it assumes half of the rows for `case`, but almost none for `or`,
 * which leads to worse plans.
 */
const ownRows = `case when ${setting} <> '' then account_id = ${setting} else true end`;

/**
 * Enables row-level security between the accounts of these tables, also for the role that owns them
 * (docs/adr/0016-row-level-security.md). For migrations with `transaction = false`: tables are changed one by one, so
 * that it never waits for a lock while holding another, and each is retried while it is in use.
 */
export async function enableRowLevelSecurity(
  queryRunner: Pick<QueryRunner, 'query'>,
  tables: readonly string[],
  waitMs?: number,
): Promise<void> {
  for (const table of tables) {
    await whileInUse(
      () =>
        queryRunner.query(
          `set local lock_timeout = ${lockTimeoutMs};
           drop policy if exists account_wall on ${table};
           create policy account_wall on ${table} using (${ownRows});
           alter table ${table} enable row level security, force row level security`,
        ),
      waitMs,
    );
  }
}
