// The claim with pending email of 10,000 ESP accounts: with little due, and with everything due. Uses the service's
// classes in one process.
import { Pool } from 'pg';
import { DueWork } from '#dist/apps/delivery/src/queue/due-work.js';
import { Lanes } from '#dist/apps/delivery/src/queue/lanes.js';
import { WorkRepository } from '#dist/apps/delivery/src/queue/work.repository.js';
import { migrateDelivery, quantiles } from '../history.mjs';
import { withStack } from '../stack.mjs';
import { printTable } from './table.mjs';

const config = { LEASE_SECONDS: 90, UNKNOWN_OUTCOME_WAIT_SECONDS: 60, RETRY_DELAYS_SECONDS: [30, 120], POLL_MS: 500 };
const slots = 64;
const mailsOfEach = 10;

export const lanes = (/** @type {boolean} */ small) =>
  withStack(async ({ databaseUrl }) => {
    migrateDelivery(databaseUrl);
    const sql = new Pool({ connectionString: databaseUrl, options: '-c search_path=delivery', max: 1 });
    try {
      const rows = [];
      for (const count of small ? [20, 1_000] : [20, 90, 200, 1_000, 10_000])
        for (const due of ['one in a hundred', 'all']) rows.push(await measured(sql, count, due, small ? 30 : 200));
      printTable([['ESP accounts', 'with due email', 'claim', 'a statement of a scan', 'a scan'], ...rows]);
    } finally {
      await sql.end();
    }
  });

async function measured(
  /** @type {import('pg').Pool} */ sql,
  /** @type {number} */ count,
  /** @type {string} */ due,
  /** @type {number} */ claims,
) {
  await fill(sql, count, due === 'all' ? 1 : 100);
  const repository = new WorkRepository(sql, config);
  /** @type {Record<'claim' | 'scan' | 'statement', number[]>} */
  const times = { claim: [], scan: [], statement: [] };
  /**
   * @type {<A extends unknown[], R>(method: (...args: A) => Promise<R>, into: number[]) => (...args: A) => Promise<R>}
   */
  const timed =
    (method, into) =>
    async (...args) => {
      const startedAt = performance.now();
      const response = await method.apply(repository, args);
      into.push(performance.now() - startedAt);
      return response;
    };
  repository.claim = timed(repository.claim, times.claim);
  repository.scan = timed(repository.scan, times.statement);
  const work = new DueWork(repository, config);
  for (let n = 0; n < claims; n += 1) {
    const startedAt = performance.now();
    const before = times.statement.length;
    await work.scan();
    if (times.statement.length > before) times.scan.push(performance.now() - startedAt);
    const { rows } = await work.claim(new Lanes(slots, 32).capacities, crypto.randomUUID(), true, []);
    // Reschedules them, like failed attempts.
    await sql.query('update work set lease_token = null, due_at = now() where message_id = any($1)', [
      rows.map(({ id }) => id),
    ]);
  }
  const shownTimes = (/** @type {number[]} */ of) => (of.length > 0 ? String(quantiles(of)) : 'none is needed');
  return [
    count.toLocaleString('en'),
    due,
    shownTimes(times.claim),
    shownTimes(times.statement),
    shownTimes(times.scan),
  ];
}

async function fill(/** @type {import('pg').Pool} */ sql, /** @type {number} */ count, /** @type {number} */ everySo) {
  await sql.query('truncate work, messages, esp_accounts');
  await sql.query(
    `insert into esp_accounts (account_id, id, esp_type, name, credentials, rate_per_second)
     select 'acc_' || n / 10, 'esp_' || n, 'smtp', 'ESP ' || n, '', case when n % 4 = 0 then 100 end from generate_series(1, $1::int) as n`,
    [count],
  );
  await sql.query(
    `with mails as (select lane, 'log_' || lane || '_' || n as id from generate_series(1, $1::int) as lane, generate_series(1, $2::int) as n),
          stored as (insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
                     select 'acc_' || lane / 10, id, 'art_1', 'tem_1', 'esp_' || lane, '{"recipient": {"address": "ada@example.com"}}' from mails)
     insert into work (message_id, account_id, lane, due_at)
     select id, 'acc_' || lane / 10, 'esp_' || lane, now() + case when lane % $3 = 0 then interval '-1 minute' else interval '1 hour' end from mails`,
    [count, mailsOfEach, everySo],
  );
  await sql.query('vacuum analyze work, messages, esp_accounts');
}
