import type { QueryRunner } from 'typeorm';
import { lockTimeoutMs, whileInUse } from '../migrating/indexes.js';

/** Whose rows alone a transaction sees and writes; unset or empty: those of all accounts. */
export const accountSetting = 'postrider.account';

const setting = `current_setting('${accountSetting}', true)`;
/** A `case`, because the planner takes half of the rows for it: an `or` would have it expect next to none, and choose other plans. */
const ownRows = `case when ${setting} <> '' then account_id = ${setting} else true end`;

/**
 * The wall between the accounts of these tables, which the role that owns them does not get past either (docs/adr/0016-row-level-security.md). For
 * migrations with `transaction = false`: each table by itself, so that what holds the lock of one never waits for that of another, and again
 * while one is in use.
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
