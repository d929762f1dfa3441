// Sends in batches of ten, compared with single requests: by one sequential caller and by many concurrent ones.
// The email is due in an hour, so only acceptance is measured. `npm run bench -- batch 2` for shorter rounds.
import { example, median, ms, perSecond, runLoad, withStack } from './stack.mjs';

const rounds = 3;
const seconds = Number(process.argv[2] ?? 6);
const size = 10;
const callers = [1, 64];
const goal = 2;

await withStack(async (stack) => {
  const { postrider, template, sql } = await stack.ready();
  const body = { ...example('send'), template, send_at: Math.floor(Date.now() / 1000) + 3600 };
  const call = { path: '/api/v1/send', method: 'POST', body };
  const batch = Array.from({ length: size }, () => call);
  const response = await postrider.post('/batch', batch);
  const rejected = response.find((/** @type {{ status_code: number }} */ { status_code }) => status_code !== 200);
  if (rejected) throw new Error(`a call in a batch answered ${rejected.status_code}: ${rejected.body}`);

  // A batch returns 200 even if calls fail, so accepted sends are counted in the database.
  let answered = size;
  let failed = 0;
  const counted = async (/** @type {number} */ sends, /** @type {Promise<Load>} */ run) => {
    const load = await run;
    answered += load.answered * sends;
    failed += load.failed;
    return load;
  };
  const single = (/** @type {number} */ connections) => counted(1, runLoad(postrider, { body, connections, seconds }));
  const batched = (/** @type {number} */ connections) =>
    counted(size, runLoad(postrider, { path: '/api/v1/batch', body: batch, connections, seconds }));
  await single(Math.max(...callers));
  await batched(Math.max(...callers));
  for (const connections of callers) {
    /** @type {Record<string, import('./stack.mjs').Load[]>} */
    const runs = { single: [], batched: [] };
    for (let round = 0; round < rounds; round += 1) {
      runs.single.push(await single(connections));
      runs.batched.push(await batched(connections));
    }
    const middle = (/** @type {'single' | 'batched'} */ name, /** @type {'perSecond' | 'p50'} */ what) =>
      median(runs[name].map((run) => run[what]));
    const [alone, together] = [middle('single', 'perSecond'), middle('batched', 'perSecond') * size];
    const p50 = [middle('single', 'p50') * size, middle('batched', 'p50')];
    console.log(
      `${String(connections).padStart(2)} callers: ${size} requests ${perSecond(alone)} sends, ${ms(p50[0])}; a batch of ${size} ${perSecond(together)} sends, ${ms(p50[1])}; ratio ${(together / alone).toFixed(2)} (goal ${goal})`,
    );
  }
  const {
    rows: [{ accepted }],
  } = await sql.query('select count(*)::int as accepted from delivery.messages');
  console.log(
    `${rounds} rounds of ${seconds} s, medians; ${failed} requests failed, ${answered - accepted} calls of batches`,
  );
});
