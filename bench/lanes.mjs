// Latency of a healthy account while the providers of others hang: they accept the connection and the email but never
// response.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getPort } from '../scripts/lib/ports.mjs';
import { example, ms, runLoad, withStack } from './stack.mjs';

const perSecond = 30;
const seconds = 20;
const hanging = 3;
const hangingPerSecond = 5;

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const mute = createServer((socket) => socket.unref().on('error', () => undefined))
    .listen(0, '127.0.0.1')
    .unref();
  await once(mute, 'listening');
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environment: { SMTP_ALLOWED_NETWORKS: '127.0.0.0/8', SMTP_ALLOWED_PORTS: `${sink.port},${getPort(mute)}` },
  });
  const account = (/** @type {string} */ name, /** @type {number} */ to) =>
    postrider.post('/esp_accounts', {
      name,
      esp_type: 'smtp',
      credentials: { host: '127.0.0.1', port: to, username: '', password: '', use_tls: false },
    });
  const healthy = (await account('healthy', sink.port)).esp_account.id;
  const mutes = [];
  for (let n = 0; n < hanging; n += 1) mutes.push((await account(`hanging ${n}`, getPort(mute))).esp_account.id);
  const { id: template } = await postrider.post('/templates', example('template'));
  const load = (/** @type {string} */ espAccount, /** @type {number} */ rate) =>
    runLoad(postrider, { body: { ...example('send'), template, esp_account: espAccount }, seconds, rate });
  const sql = await stack.connect();

  await load(healthy, perSecond);
  const alone = await measured(sql, healthy, () => load(healthy, perSecond));
  const blocking = mutes.map((id) => load(id, hangingPerSecond));
  const beside = await measured(sql, healthy, () => load(healthy, perSecond));
  await Promise.all(blocking);
  const {
    rows: [{ stuck }],
  } = await sql.query('select count(*)::int as stuck from delivery.work where lane = any($1)', [mutes]);
  console.log(`accepted to 250, ${perSecond}/s, no account hangs   p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}`);
  console.log(
    `accepted to 250, ${perSecond}/s, ${hanging} accounts hang    p50 ${ms(beside.p50)}, p99 ${ms(beside.p99)}   (${beside.mails} emails, ${stuck} stuck in the others)`,
  );
});

/** Delivery times of the emails of `espAccount` that were accepted during `run`. */
async function measured(
  /** @type {Sql} */ sql,
  /** @type {string} */ espAccount,
  /** @type {() => Promise<unknown>} */ run,
) {
  const {
    rows: [{ now }],
  } = await sql.query('select clock_timestamp() as now');
  await run();
  await sleep(2_000);
  const {
    rows: [{ mails, quantiles }],
  } = await sql.query(
    `select count(*)::int as mails, percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from sent.created_at - asked.created_at) * 1000) as quantiles
     from delivery.log_events asked join delivery.log_events sent using (account_id, log_id) join delivery.messages on messages.account_id = asked.account_id and messages.id = log_id
     where asked.type = 'requested' and sent.type = 'sent' and asked.created_at > $1 and esp_account_id = $2`,
    [now, espAccount],
  );
  return { mails, p50: quantiles[0], p99: quantiles[1] };
}
