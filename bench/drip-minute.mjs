// Campaign emails of two accounts that are all due in the same minute, and concurrent ordinary sends of one of them:
// `npm run bench -- drip minute 20000` uses 20,000 members instead of 100,000.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { settled } from './cpu.mjs';
import { writeHistory } from './history.mjs';
import { example, ms, perSecond, runLoad, withStack } from './stack.mjs';

/** Sends of one window. Several windows, because the slowest hundredth of one is only nine sends. */
const sends = { rate: 30, seconds: 30 };
const windows = 3;
const windowSeconds = sends.seconds + 3;
/** The first window with campaigns starts this long before they are due. */
const beforeDueMs = 2_000;
/** Time for vacuum after the inserts, and for background work to finish. */
const leadSeconds = 60;
const rowsVacuumedPerSecond = 2_000;
const goal = 1.2;
const parts = 10;
const figures = /** @type {const} */ (['answered', 'delivered']);
const maxStallMs = 60_000;
const percent = (/** @type {number[]} */ values, /** @type {(part: number) => number} */ total) =>
  values.map((value, part) => Math.round((100 * value) / total(part))).join(' ');

/** Creates a template and an enabled campaign with one step in the account of the key. */
async function createCampaign(/** @type {Postrider} */ { api }, /** @type {string} */ key) {
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`${key}:`)}` };
    const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const { id: template } = await post('/templates', example('template'));
  const { drip_campaign } = await post('/drip_campaigns', {
    name: 'Bench',
    enabled: true,
    drip_steps: [{ email_id: template, delay_seconds: 3600 }],
  });
  return { template, campaign: drip_campaign.id, step: drip_campaign.drip_steps[0].id };
}

/** Inserts members who wait for their first email, alternating between the accounts. */
async function fill(/** @type {Sql} */ sql, /** @type {Campaign[]} */ campaigns, /** @type {number} */ members) {
  const { sender, template_data } = example('send');
  const content = { sender, template_data, cc: [], bcc: [], tags: [], headers: {}, attachments: [] };
  await sql.query('set search_path = delivery');
  await sql.query(
    'create temporary table part (account_id text, template_id text, campaign_id text, step_id text, id text, membership_id text, address text)',
  );
  for (const [index, { account, template: template_id, campaign, step }] of campaigns.entries())
    await sql.query(
      `create temporary table campaign_${index} as select $1::text as account_id, $2::text as template_id, $3::text as campaign_id, $4::text as step_id`,
      [account, template_id, campaign, step],
    );
  await writeHistory(sql, {
    total: members,
    // Any time: the ids within a batch differ by number, and those of batches by time.
    days: 1 / (24 * 60),
    each: async (/** @type {string} */ list) => {
      await sql.query('truncate part');
      for (const index of campaigns.keys())
        await sql.query(
          `insert into part select campaign.*, id, replace(id, 'log_', 'dcm_'), 'm' || n || '@example.com'
           from ${list} as list cross join campaign_${index} as campaign where n % ${campaigns.length} = ${index}`,
        );
      await sql.query(`insert into logs (account_id, id, recipient_address, recipient_key, status, status_rank, message, template_id, template_name, locale)
                       select account_id, id, address, address, 'triggered', 5, 'Next mail', template_id, 'Receipt', '' from part`);
      await sql.query(
        `insert into log_events (account_id, log_id, type, message) select account_id, id, 'triggered', 'Next mail' from part`,
      );
      await sql.query(
        `insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
         select account_id, id, '', template_id, 'builtin', $1::jsonb || jsonb_build_object('recipient', jsonb_build_object('address', address),
           'drip', jsonb_build_object('campaign_id', campaign_id, 'membership_id', membership_id, 'step_id', step_id)) from part`,
        [JSON.stringify(content)],
      );
      await sql.query(`insert into drip_mails (account_id, membership_id, step_id, campaign_id, message_id, keep_until)
                       select account_id, membership_id, step_id, campaign_id, id, now() + interval '90 days' from part`);
      await sql.query(`insert into work (message_id, account_id, lane, due_at)
                       select id, account_id, 'builtin:' || account_id || ':drip', now() + interval '1 hour' from part`);
      await sql.query(`insert into drip.memberships (account_id, id, campaign_id, recipient_key, recipient_address, test, step_id, had, due_at, content)
                       select account_id, membership_id, campaign_id, address, address, false, step_id, array[step_id], extract(epoch from now())::bigint + 3600, '{}' from part`);
    },
  });
  await sql.query(`insert into drip.counts (account_id, campaign_id, shard, entered, finished, "left")
                   select account_id, campaign_id, 0, count(*), 0, 0 from drip.memberships group by account_id, campaign_id`);
  for (const table of ['logs', 'messages', 'log_events', 'work', 'drip_mails', 'drip.memberships'])
    await sql.query(`vacuum analyze ${table}`);
}

/** Measures one window of ordinary sends: time to the response, and from acceptance to the mail server. */
async function oneWindow(/** @type {Sql} */ sql, /** @type {Postrider} */ postrider, /** @type {unknown} */ body) {
  const now = await getTime(sql);
  const { p50, p99, failed } = await runLoad(postrider, { body, ...sends });
  await sleep((windowSeconds - sends.seconds) * 1_000);
  const { quantiles } = (
    await sql.query(
      `select percentile_cont(array[0.5, 0.99]) within group (order by extract(epoch from sent.created_at - asked.created_at) * 1000) as quantiles
       from delivery.log_events asked join delivery.log_events sent using (account_id, log_id)
       where asked.type = 'requested' and sent.type = 'sent' and asked.created_at > $1`,
      [now],
    )
  ).rows[0];
  return { answered: [p50, p99], delivered: quantiles, failed };
}

/** Means of the quantiles over several windows, and the 99th percentile of each. */
async function measure(/** @type {Sql} */ sql, /** @type {Postrider} */ postrider, /** @type {unknown} */ body) {
  /** @type {Awaited<ReturnType<typeof oneWindow>>[]} */
  const all = [];
  for (let window = 0; window < windows; window += 1) all.push(await oneWindow(sql, postrider, body));
  const getMean = (/** @type {(window: Awaited<ReturnType<typeof oneWindow>>) => number} */ value) =>
    all.reduce((sum, window) => sum + value(window), 0) / all.length;
  const means = (/** @type {(typeof figures)[number]} */ what) =>
    [0, 1].map((at) => getMean((window) => window[what][at]));
  return {
    answered: means('answered'),
    delivered: means('delivered'),
    failed: getMean(({ failed }) => failed) * all.length,
    each: figures.map((what) => all.map((window) => window[what][1].toFixed(1)).join(' ')),
  };
}

const getTime = async (/** @type {Sql} */ sql) => (await sql.query('select clock_timestamp() as now')).rows[0].now;

async function untilDrained(/** @type {Sql} */ sql) {
  let left = Infinity;
  for (let since = performance.now(); performance.now() - since < maxStallMs; await sleep(500)) {
    const { pending } = (await sql.query(`select count(*)::int as pending from delivery.work where lane like '%:drip'`))
      .rows[0];
    if (pending === 0) return;
    if (pending < left) since = performance.now();
    left = pending;
  }
  throw new Error(`${left} campaign emails are stuck`);
}

/** Emails of each account in each tenth of the period. */
async function sentByPart(
  /** @type {Sql} */ sql,
  /** @type {string[]} */ accounts,
  /** @type {Date} */ from,
  /** @type {Date} */ to,
) {
  const { rows } = await sql.query(
    `with mails as (
       select account_id, extract(epoch from created_at)::float8 as at from delivery.log_events
       join (select account_id, message_id as log_id from delivery.drip_mails) as mails using (account_id, log_id)
       where type = 'sent' and created_at >= $2 and created_at < $3
     ), times as (select min(at) as first, max(at) + 0.001 as last from mails)
     select account_id, width_bucket(at, first, last, $1) - 1 as part, count(*)::int as count, last - first as seconds
     from mails, times group by account_id, part, seconds`,
    [parts, from, to],
  );
  const of = (/** @type {string} */ account, /** @type {number} */ part) =>
    rows.find((row) => row.account_id === account && row.part === part)?.count ?? 0;
  const all = Array.from({ length: parts }, (_, part) => accounts.map((account) => of(account, part)));
  return { all, seconds: rows[0].seconds, mails: rows.reduce((sum, { count }) => sum + count, 0) };
}

async function printSent(
  /** @type {Sql} */ sql,
  /** @type {string[]} */ accounts,
  /** @type {string} */ when,
  /** @type {Date} */ from,
  /** @type {Date} */ to,
) {
  const { all, seconds, mails } = await sentByPart(sql, accounts, from, to);
  const sums = all.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  console.log(`${mails} campaign emails sent ${when} in ${seconds.toFixed(1)} s, ${perSecond(mails / seconds)}`);
  console.log(
    `  in each tenth of that time ${percent(sums, () => mails)} % of them; of these the first account's ${percent(
      all.map(([first]) => first),
      (part) => sums[part] || 1,
    )} %`,
  );
}

export async function dripMinute(members = 100_000) {
  await withStack(async (stack) => {
    const sink = await stack.startSink();
    const postrider = await stack.startInstallation({ smtpUrl: sink.url });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['dist/apps/standalone/src/postrider.js', 'accounts', 'create', 'Other'],
      { env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: stack.databaseUrl } },
    );
    const keys = [postrider.liveKey, /Live key (\S+)/.exec(stdout)?.[1] ?? ''];
    const sql = await stack.connect();
    const accounts = (await sql.query('select id from gateway.accounts order by created_at, id')).rows.map(
      ({ id }) => id,
    );
    const campaigns = [];
    for (const [index, key] of keys.entries())
      campaigns.push({ account: accounts[index], ...(await createCampaign(postrider, key)) });
    const startedAt = performance.now();
    await fill(sql, campaigns, members);
    console.log(
      `${members} members of ${accounts.length} accounts, made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    const body = { ...example('send'), template: campaigns[0].template };
    // They become due at a fixed time, so that inserts and vacuum fall outside every window.
    await sql.query(`update delivery.work set due_at = now() + make_interval(secs => $1) where lane like '%:drip'`, [
      windows * windowSeconds + leadSeconds + members / rowsVacuumedPerSecond,
    ]);
    const { due } = (await sql.query(`select max(due_at) as due from delivery.work where lane like '%:drip'`)).rows[0];
    await sql.query('vacuum analyze delivery.work');
    await sql.query('checkpoint');
    await settled();
    await runLoad(postrider, { body, rate: sends.rate, seconds: 5 });
    const alone = await measure(sql, postrider, body);
    const early = due.getTime() - (await getTime(sql)).getTime() - beforeDueMs;
    if (early < 0) throw new Error(`the campaign emails became due ${-early} ms too early`);
    await sleep(early);
    const beside = await measure(sql, postrider, body);
    const over = await getTime(sql);
    await untilDrained(sql);
    for (const [what, { answered, delivered, failed, each }] of Object.entries({ alone, beside })) {
      console.log(
        `${sends.rate} sends/s ${what.padEnd(6)} answered p50 ${ms(answered[0])}, p99 ${ms(answered[1])}; accepted to 250 p50 ${ms(delivered[0])}, p99 ${ms(delivered[1])}; ${failed} failed`,
      );
      console.log(`  p99 of each window: answered ${each[0]}; accepted to 250 ${each[1]}`);
    }
    const ratios = figures.flatMap((what) => [0, 1].map((at) => beside[what][at] / alone[what][at]));
    console.log(`ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} (goal at most ${goal})`);
    await printSent(sql, accounts, 'beside sends', due, over);
    await printSent(sql, accounts, 'after them', over, await getTime(sql));
  });
}
