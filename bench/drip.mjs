// Due campaign emails dispatched per second with many pending memberships, compared with plain email; and plain sends
// meanwhile. `npm run bench -- drip 100000` uses 100,000 pending memberships instead of a million; `-- drip minute`:
// see drip-minute.mjs.
import { setTimeout as sleep } from 'node:timers/promises';
import { dripMinute } from './drip-minute.mjs';
import { insertLogs, writeHistory } from './history.mjs';
import { drained, example, median, ms, perSecond, runLoad, withStack } from './stack.mjs';

const [scenario, number] = process.argv.slice(2);
const pending = Number(scenario ?? 1_000_000);
const rounds = 5;
const mails = 4_000;
const activatingAtATime = 32;
const connections = 10;
const beside = { rate: 20, seconds: 15 };
/**
 * Slightly longer than the pause of campaigns after other email (docs/drips.md#fairness), and shorter than the idle
 * timeout of 10 s.
 */
const heldBackMs = 5_200;

/** Activates new members in parallel. */
async function activate(
  /** @type {Postrider} */ { api, headers },
  /** @type {string} */ campaign,
  /** @type {number} */ round,
) {
  const { recipient, sender, template_data: email_data } = example('send');
  let next = 0;
  const worker = async () => {
    while (next < mails) {
      const address = `r${round}-${next++}@example.com`;
      const body = JSON.stringify({ recipient: { ...recipient, address }, sender, email_data });
      const response = await fetch(`${api}/drip_campaigns/${campaign}/activate`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(`activation answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: activatingAtATime }, worker));
}

/** Inserts emails that are due within the coming year. */
async function fill(/** @type {Sql} */ sql, /** @type {string} */ account, /** @type {string} */ campaign) {
  await sql.query('set search_path = delivery');
  await writeHistory(sql, {
    total: pending,
    days: 30,
    each: async (/** @type {string} */ part) => {
      await sql.query(insertLogs(account, part));
      await sql.query(`insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
                       select '${account}', id, '', 'tem_1', 'builtin', '{"recipient": {"address": "ada@example.com"}}' from ${part} as part`);
      await sql.query(`insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, keep_until)
                       select '${account}', replace(id, 'log_', 'dcm_'), 'dcs_1', '${campaign}', id, now() + interval '400 days' from ${part} as part`);
      await sql.query(`insert into work (message_id, account_id, lane, due_at)
                       select id, '${account}', 'builtin:${account}:drip', now() + interval '2 hours' + random() * interval '364 days' from ${part} as part`);
    },
  });
  for (const table of ['logs', 'messages', 'work', 'drip_mails']) await sql.query(`vacuum analyze ${table}`);
}

async function measureDispatch(/** @type {Stack} */ stack) {
  const sink = await stack.startSink();
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environment: { SMTP_CONNECTIONS: String(connections) },
  });
  const { id: template } = await postrider.post('/templates', example('template'));
  const { drip_campaign } = await postrider.post('/drip_campaigns', {
    name: 'Bench',
    enabled: true,
    drip_steps: [{ email_id: template, delay_seconds: 3600 }],
  });
  const sql = await stack.connect();
  const account = (await sql.query('select id from gateway.accounts limit 1')).rows[0].id;
  await fill(sql, account, drip_campaign.id);
  const dueNow = (/** @type {string} */ what) => () =>
    sql.query(
      `update delivery.work set due_at = now() where due_at < now() + interval '100 minutes' and lease_token is null and lane ${what} like '%:drip'`,
    );
  /** @type {Record<'drip' | 'plain', number[]>} */
  const rates = { drip: [], plain: [] };
  const send = { ...example('send'), template };
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const later = { ...send, send_at: Math.floor(Date.now() / 1000) + 3600 };
    let filled = 0;
    while (filled < mails) filled += (await runLoad(postrider, { body: later, seconds: 1 })).answered;
    const plain = await drained(sink, filled, dueNow('not'));
    const heldBack = performance.now() + heldBackMs;
    await activate(postrider, drip_campaign.id, round);
    // The throttling of campaigns by other email is not part of this measurement.
    await sleep(Math.max(0, heldBack - performance.now()));
    const drip = await drained(sink, mails, dueNow(''));
    if (round === 0) continue;
    rates.plain.push(plain);
    rates.drip.push(drip);
  }
  const alone = await runLoad(postrider, { body: send, ...beside });
  await activate(postrider, drip_campaign.id, rounds + 1);
  await dueNow('')();
  const meanwhile = await runLoad(postrider, { body: send, ...beside });
  const [drip, plain] = [median(rates.drip), median(rates.plain)];
  const each = (/** @type {number[]} */ list) => list.map((rate) => Math.round(rate)).join(' ');
  console.log(`plain email, queue full    ${perSecond(plain)}   (${each(rates.plain)})`);
  console.log(
    `due emails of a campaign   ${perSecond(drip)}   ratio ${(drip / plain).toFixed(2)} (goal 0.8; ${each(rates.drip)}), ${pending} more pending`,
  );
  console.log(
    `a send is answered        p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}; while ${mails} emails of a campaign are due p50 ${ms(meanwhile.p50)}, p99 ${ms(meanwhile.p99)}`,
  );
}

if (scenario === 'minute') await dripMinute(number ? Number(number) : undefined);
else await withStack(measureDispatch);
