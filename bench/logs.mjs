// Lists of logs, the page of logs of the dashboard and figures, through the gateway with a long history, beside the same with a short one.
// `npm run bench -- logs 1000000` for another number than ten million.
import { Client } from 'pg';
import { idFloor, timeOfId } from '#dist/libs/contracts/src/index.js';
import { hours, writeMails } from './logs/mails.mjs';
import { figures, lists, measure, searches } from './logs/questions.mjs';
import { withStack } from './stack.mjs';

const wanted = { short: 100_000, long: Number(process.argv[2] ?? 10_000_000) };
/** Each hour has as many. */
const ofHour = Math.ceil(wanted.long / hours);
const logs = { short: Math.ceil(wanted.short / ofHour) * ofHour, long: hours * ofHour };
/** From which a page is asked for, from the newest logs to the oldest. */
const places = 97;
/** @type {Record<string, number>} */
const goals = { lists: 20, searches: 300, figures: 50 };
/** What is written goes on in the background long enough that it is not written out again and again. */
const postgresSettings = ['max_wal_size=16GB', 'checkpoint_timeout=30min'];

await withStack(
  async (stack) => {
    const sink = await stack.startSink();
    const postrider = await stack.startInstallation({ smtpUrl: sink.url, apps: ['delivery', 'tracking', 'gateway'] });
    const sql = new Client({ connectionString: stack.databaseUrl });
    await sql.connect();
    const {
      rows: [{ id: account }],
    } = await sql.query('select id from gateway.accounts');
    const write = (/** @type {number} */ from, /** @type {number} */ to) =>
      writeMails(stack.databaseUrl, account, { total: logs.long, from, to });
    // The newest last, so that both histories end now.
    await write(logs.long - logs.short, logs.long);
    const short = await measureAll(postrider, sql);
    const begun = performance.now();
    await write(0, logs.long - logs.short);
    console.log(`${logs.long} logs, written in ${((performance.now() - begun) / 60_000).toFixed(1)} min`);
    await compareCounts(postrider, sql);
    const long = await measureAll(postrider, sql);
    await sql.end();
    for (const [kind, answers] of Object.entries(long)) {
      console.log(`\n${kind}, goal p95 ${goals[kind]} ms`);
      for (const [name, after] of Object.entries(answers)) {
        const before = short[kind][name];
        const ratio = (after.p50 / before.p50).toFixed(2);
        const misses = after.p95 > goals[kind] ? '   MISSES ITS GOAL' : '';
        console.log(`${name.padEnd(34)} ${after}   with ${logs.short} logs ${before}   ratio ${ratio}${misses}`);
      }
    }
  },
  { postgresSettings },
);

async function measureAll(/** @type {Postrider} */ postrider, /** @type {Sql} */ sql) {
  const { rows } = await sql.query('select min(id) as oldest, max(id) as newest from delivery.logs');
  const [oldest, newest] = [rows[0].oldest, rows[0].newest].map(timeOfId);
  const given = {
    now: Math.floor(Date.now() / 1000),
    id: rows[0].newest,
    cursors: Array.from({ length: places }, (_, n) =>
      idFloor('log', Math.round(newest - (n / places) * (newest - oldest))),
    ),
  };
  /** @type {Record<string, Awaited<ReturnType<typeof measure>>>} */
  const answers = {
    lists: await measure(postrider, lists(given)),
    searches: await measure(postrider, searches(given)),
    figures: await measure(postrider, figures(given)),
  };
  return answers;
}

/** What is read as figures is what the logs say. */
async function compareCounts(/** @type {Postrider} */ postrider, /** @type {Sql} */ sql) {
  const { total, from, to } = await postrider.get('/stats');
  const { rows } = await sql.query(
    `select count(*) filter (where status <> 'dropped')::int as sent, count(*) filter (where status = 'opened')::int as opened
     from delivery.logs where id >= $1 and id < $2`,
    [from, to].map((seconds) => idFloor('log', seconds * 1000)),
  );
  if (total.sent !== rows[0].sent || total.opened.unique !== rows[0].opened)
    throw new Error(`figures ${total.sent}, ${total.opened.unique} of logs ${rows[0].sent}, ${rows[0].opened}`);
}
