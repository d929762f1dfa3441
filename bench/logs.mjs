// GET /logs through the gateway with a long history, beside the same with a short one.
// `npm run bench -- logs 1000000` for another number than ten million.
import { Client } from 'pg';
import { insertLogs, quantiles, writeHistory } from './history.mjs';
import { withStack } from './stack.mjs';

const logs = { short: 100_000, long: Number(process.argv[2] ?? 10_000_000) };
const repetitions = 200;

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const postrider = await stack.startInstallation({ smtpUrl: sink.url, apps: ['delivery', 'gateway'] });
  const sql = new Client({ connectionString: stack.databaseUrl, options: '-c search_path=delivery' });
  await sql.connect();
  const {
    rows: [{ id: account }],
  } = await sql.query('select id from gateway.accounts');
  const write = async (from, to) => {
    await writeHistory(sql, { total: logs.long, from, to, each: (part) => sql.query(insertLogs(account, part)) });
    await sql.query('vacuum analyze logs');
    // What was written goes to the disk now and not while somebody reads.
    await sql.query('checkpoint');
  };
  // The newest last, so that both histories end now.
  await write(logs.long - logs.short, logs.long);
  const short = await measure(postrider);
  await write(0, logs.long - logs.short);
  const long = await measure(postrider);
  await sql.end();
  for (const [name, before] of Object.entries(short)) {
    const ratio = (long[name].p50 / before.p50).toFixed(2);
    console.log(`${name.padEnd(28)} ${logs.short} logs: ${before}   ${logs.long} logs: ${long[name]}   ratio ${ratio}`);
  }
  console.log('goal: the first page at most 1.3 times as long, p95 at most 20 ms');
});

async function measure(postrider) {
  const now = Math.floor(Date.now() / 1000);
  const {
    [0]: { id, recipient_address: recipient },
  } = await postrider.get('/logs?count=1');
  const questions = {
    'first page': '/logs',
    'first page of 100': '/logs?count=100',
    'page at offset 10,000': '/logs?offset=10000',
    'page of a day last month': `/logs?created_lt=${now - 30 * 86_400}&created_gte=${now - 31 * 86_400}`,
    'one log': `/logs/${id}`,
    'logs of one customer': `/customers/${encodeURIComponent(recipient)}/logs`,
  };
  const answers = {};
  for (const [name, path] of Object.entries(questions)) {
    const times = [];
    for (let n = -20; n < repetitions; n += 1) {
      const begun = performance.now();
      await postrider.get(path);
      if (n >= 0) times.push(performance.now() - begun);
    }
    answers[name] = quantiles(times);
  }
  return answers;
}
