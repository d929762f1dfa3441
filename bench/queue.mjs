// The dispatcher's claim of due email with millions pending, compared with a small queue.
// `npm run bench -- queue 1000000` uses one million emails instead of ten million.
import { Pool } from 'pg';
import { WorkRepository } from '#dist/apps/delivery/src/queue/work.repository.js';
import { insertLogs, migrateDelivery, quantiles, writeHistory } from './history.mjs';
import { withStack } from './stack.mjs';

const pending = { small: 200_000, large: Number(process.argv[2] ?? 10_000_000) };
const lanes = 20;
const claims = 200;
const dueAtATime = 100;
/** Slots, so many that a hundred are within one account's share. */
const slots = 10 * dueAtATime;
/** Ids of recently accepted email, like most due email: retries and overflow. */
const newest = `select message_id from work where message_id < (select message_id from work order by message_id desc offset $1::int * 500 limit 1) and lane <> 'esp_0'
                order by message_id desc limit $2`;
/** Ids spread over the whole table. */
const anywhere = `select next.message_id from generate_series(0, 3) as step cross join lateral (
                    select message_id from work where lane = 'esp_' || 1 + ($1::int + 5 * step) % ${lanes - 1} and due_at > now() order by due_at, message_id limit $2 / 4
                  ) as next`;
const account = 'acc_01KQV5Xx7GJ8sVJ4mB2cDe';
const config = { LEASE_SECONDS: 90, UNKNOWN_OUTCOME_WAIT_SECONDS: 60, RETRY_DELAYS_SECONDS: [30, 120] };

await withStack(async ({ databaseUrl }) => {
  migrateDelivery(databaseUrl);
  const sql = new Pool({ connectionString: databaseUrl, options: '-c search_path=delivery', max: 1 });
  const work = new WorkRepository(sql, config);
  try {
    await fill(sql, 0, pending.small);
    const small = await measure(sql, work, newest);
    const startedAt = performance.now();
    await fill(sql, pending.small, pending.large);
    console.log(
      `${pending.large} pending in ${lanes} lanes, written in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`,
    );
    const large = await measure(sql, work, newest);
    const scattered = await measure(sql, work, anywhere);
    console.log(`claim of ${dueAtATime} due emails, ${pending.small} pending                    ${small.claim}`);
    console.log(
      `claim of ${dueAtATime} due emails, ${pending.large} pending                 ${large.claim}   ratio ${(large.claim.p50 / small.claim.p50).toFixed(2)} (goal p50 at most 5 ms)`,
    );
    console.log(`the same, emails accepted any time in 30 days, read from disk  ${scattered.claim}`);
    console.log(`poll that finds nothing                                       ${large.idle}`);
    await sql.query(`update work set due_at = now() where lane = 'esp_0'`);
    await sql.query('vacuum analyze work');
    const beside = await measure(sql, work, newest, new Map([['esp_0', { free: 0, inUse: 0 }]]));
    console.log(
      `claim while ${Math.round(pending.large / lanes)} due ones wait for a paused account     ${beside.claim}`,
    );
  } finally {
    await sql.end();
  }
});

/** Inserts email that is due within the coming year. */
async function fill(/** @type {import('pg').Pool} */ sql, /** @type {number} */ from, /** @type {number} */ to) {
  await writeHistory(sql, {
    total: pending.large,
    from,
    to,
    days: 30,
    each: async (/** @type {string} */ part) => {
      await sql.query(insertLogs(account, part));
      await sql.query(`insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
                       select '${account}', id, 'art_1', 'tem_1', 'esp_' || n % ${lanes}, '{"recipient": {"address": "ada@example.com"}}' from ${part} as part`);
      await sql.query(`insert into work (message_id, account_id, lane, due_at)
                       select id, '${account}', 'esp_' || n % ${lanes}, now() + interval '1 hour' + random() * interval '364 days' from ${part} as part`);
    },
  });
  for (const table of ['logs', 'messages', 'work']) await sql.query(`vacuum analyze ${table}`);
}

async function measure(
  /** @type {import('pg').Pool} */ sql,
  /** @type {WorkRepository} */ work,
  /** @type {string} */ which,
  paused = new Map(),
) {
  /** @type {Record<'claim' | 'idle', number[]>} */
  const times = { claim: [], idle: [] };
  for (let n = 0; n < claims; n += 1) {
    const { rows } = await sql.query(which, [n, dueAtATime]);
    const ids = rows.map(({ message_id }) => message_id);
    await sql.query(`update work set due_at = now() - interval '1 second' where message_id = any($1)`, [ids]);
    const token = crypto.randomUUID();
    const claim = async () => {
      const startedAt = performance.now();
      const { rows } = await work.claim(
        { total: slots, perAccount: new Map(), perLane: paused, otherwise: dueAtATime, campaigns: slots },
        token,
        true,
      );
      return { ids: rows.map(({ id }) => id), time: performance.now() - startedAt };
    };
    const taken = await claim();
    times.claim.push(taken.time);
    if (taken.ids.length !== dueAtATime)
      throw new Error(`${taken.ids.length} of ${dueAtATime} due emails were claimed`);
    times.idle.push((await claim()).time);
    await sql.query(
      `update work set lease_token = null, due_at = now() + interval '1 hour' + random() * interval '364 days' where message_id = any($1)`,
      [taken.ids],
    );
  }
  return { claim: quantiles(times.claim), idle: quantiles(times.idle) };
}
