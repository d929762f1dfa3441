// Latency of a send at a moderate rate: until the response (after the commit), and from then to the mail server.
import { setTimeout as sleep } from 'node:timers/promises';
import { settled } from './cpu.mjs';
import { ms, runLoad, withStack } from './stack.mjs';

const perSecond = 50;
const seconds = 30;
const warmUpSeconds = 15;

await withStack(async (stack) => {
  const { postrider, body, sql } = await stack.ready();
  // Warm-up at full speed, so that the code is optimized.
  await runLoad(postrider, { body, seconds: warmUpSeconds });
  await settled();
  const {
    rows: [{ now }],
  } = await sql.query('select clock_timestamp() as now');
  const load = await runLoad(postrider, { body, seconds, rate: perSecond });
  await sleep(3_000);
  const {
    rows: [sent],
  } = await sql.query(
    `select count(*)::int as mails, percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from sent.created_at - asked.created_at) * 1000) as quantiles
     from delivery.log_events asked join delivery.log_events sent using (account_id, log_id)
     where asked.type = 'requested' and sent.type = 'sent' and asked.created_at > $1`,
    [now],
  );
  console.log(`answered        p50 ${ms(load.p50)}, p99 ${ms(load.p99)} (goal p99 25 ms)`);
  console.log(`answered to 250 p50 ${ms(sent.quantiles[0])}, p99 ${ms(sent.quantiles[1])} (goal p99 10 ms)`);
  console.log(`${load.answered} sends at ${perSecond}/s, ${load.failed} failed, ${sent.mails} sent`);
});
