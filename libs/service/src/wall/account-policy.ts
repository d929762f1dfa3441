import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { QueryFailedError } from 'typeorm';

/** Whose rows alone a transaction sees and writes; unset or empty: those of all accounts. */
export const accountSetting = 'postrider.account';

const setting = `current_setting('${accountSetting}', true)`;
/** A `case`, because the planner takes half of the rows for it: an `or` would have it expect next to none, and choose other plans. */
const ownRows = `case when ${setting} <> '' then account_id = ${setting} else true end`;

/** Whoever waits for the lock of a table holds up all who come after; a dump that reads it may take long. */
const lockTimeoutMs = 1_000;
const retryMs = 2_000;
const tries = 150;

/** SQLSTATE lock_not_available and deadlock_detected. */
const isInUse = (error: unknown): boolean =>
  error instanceof QueryFailedError && ['55P03', '40P01'].includes((error.driverError as { code?: string }).code ?? '');

/**
 * The wall between the accounts of these tables, which the role that owns them does not get past either (docs/adr/0016-row-level-security.md). For
 * migrations with `transaction = false`: each table by itself, so that what holds the lock of one never waits for that of another, and again
 * while one is in use.
 */
export async function raiseWall(
  queryRunner: Pick<QueryRunner, 'query'>,
  tables: readonly string[],
  waitMs = retryMs,
): Promise<void> {
  for (const table of tables) {
    for (let left = tries; left > 0; left--) {
      try {
        await queryRunner.query(
          `set local lock_timeout = ${lockTimeoutMs};
           drop policy if exists account_wall on ${table};
           create policy account_wall on ${table} using (${ownRows});
           alter table ${table} enable row level security, force row level security`,
        );
        break;
      } catch (error) {
        if (!isInUse(error) || left === 1) throw error;
        await sleep(waitMs);
      }
    }
  }
}

export async function lowerWall(queryRunner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await queryRunner.query(
      `alter table ${table} no force row level security, disable row level security;
       drop policy account_wall on ${table}`,
    );
  }
}
