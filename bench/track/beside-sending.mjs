// Latency of a send with and without the reports of a large account's provider.
import { setTimeout as sleep } from 'node:timers/promises';
import { settled } from '../cpu.mjs';
import { example, median, ms, runLoad } from '../stack.mjs';

const sendsPerSecond = 50;
const eventsPerSecond = 1_000;
const ofPost = 100;
const seconds = 8;
/** Warm-up at full speed, so that the code is optimized. */
const warmUpSeconds = 15;
/** Both variants in each round, in alternating order, because the speed of the machine varies. */
const rounds = 6;

export async function besideSending(/** @type {Tracked} */ { postrider, sql, provider, mails }) {
  const { id: template } = await postrider.post('/templates', example('template'));
  const body = { ...example('send'), template };
  const first = report(provider, mails);
  await runLoad(postrider, { body, seconds: warmUpSeconds });
  first.stopping = true;
  await first.done;
  /** @type {number[]} */
  const rates = [];
  /** @type {Record<'alone' | 'beside', Awaited<ReturnType<typeof latencies>>[]>} */
  const runs = { alone: [], beside: [] };
  const alone = async () => {
    await settled();
    runs.alone.push(await latencies(postrider, sql, body));
  };
  const beside = async () => {
    await settled();
    const reporting = report(provider, mails);
    runs.beside.push(await latencies(postrider, sql, body));
    reporting.stopping = true;
    rates.push(await reporting.done);
  };
  for (let round = 0; round < rounds; round += 1)
    for (const run of round % 2 === 0 ? [alone, beside] : [beside, alone]) await run();
  for (const key of /** @type {const} */ (['answered', 'sent'])) {
    const name = key === 'sent' ? 'answered to 250' : key;
    const quantiles = (/** @type {keyof typeof runs} */ kind) =>
      [0, 1].map((place) => ms(median(runs[kind].map((run) => run[key][place]))));
    const ratios = [0, 1].map((place) =>
      median(runs.beside.map((run, round) => run[key][place] / runs.alone[round][key][place])).toFixed(2),
    );
    const [[p50, p99], [p50Alone, p99Alone]] = [quantiles('beside'), quantiles('alone')];
    console.log(
      `${name.padEnd(20)} p50 ${p50}, p99 ${p99}   without reports p50 ${p50Alone}, p99 ${p99Alone}   ratio of p50 ${ratios[0]}, of p99 ${ratios[1]} (goal 1.2)`,
    );
  }
  console.log(
    `${sendsPerSecond} sends/s for ${seconds} s, ${rounds} rounds, medians; ${Math.round(median(rates))} events/s in posts of ${ofPost}\n`,
  );
}

/** Posts until `stopping`; `done` resolves to the events per second. */
function report(/** @type {import('./provider.mjs').Provider} */ provider, /** @type {Mail[]} */ mails) {
  const run = { stopping: false, done: Promise.resolve(0) };
  run.done = (async () => {
    const running = [];
    const startedAt = performance.now();
    for (let n = 0; !run.stopping; n += 1) {
      const from = (n * ofPost) % (mails.length - ofPost);
      running.push(provider.post(provider.report(mails.slice(from, from + ofPost))));
      await sleep(Math.max(0, startedAt + ((n + 1) * ofPost * 1_000) / eventsPerSecond - performance.now()));
    }
    const rate = (running.length * ofPost * 1_000) / (performance.now() - startedAt);
    await Promise.all(running);
    return rate;
  })();
  return run;
}

async function latencies(/** @type {Postrider} */ postrider, /** @type {Sql} */ sql, /** @type {unknown} */ body) {
  const {
    rows: [{ now }],
  } = await sql.query('select clock_timestamp() as now');
  const load = await runLoad(postrider, { body, seconds, rate: sendsPerSecond });
  await sleep(2_000);
  const {
    rows: [{ quantiles }],
  } = await sql.query(
    `select percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from sent.created_at - asked.created_at) * 1000) as quantiles
     from delivery.log_events asked join delivery.log_events sent using (account_id, log_id)
     where asked.type = 'requested' and sent.type = 'sent' and asked.created_at > $1`,
    [now],
  );
  return { answered: [load.p50, load.p99], sent: quantiles };
}
