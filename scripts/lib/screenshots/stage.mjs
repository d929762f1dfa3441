import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { project } from '../project.mjs';
import { customer, rejections, snippets, templates } from './shop.mjs';

/** @type {typeof import('../../../apps/delivery/src/maintenance/partitions.repository.js')} */
const { createPartition, monthlyPartition } = await import(
  `${project}/dist/apps/delivery/src/maintenance/partitions.repository.js`
);
/** @type {typeof import('../../../libs/contracts/src/index.js')} */
const { idFloor } = await import(`${project}/dist/libs/contracts/src/index.js`);

/**
 * @typedef {(path: string, body: object) => Promise<any>} Post
 * @typedef {Map<string, string>} Ids of templates, by their names
 */

const daySeconds = 86_400;
const days = 15;
const history = 2_400;
/** Emails of the last 15 minutes, sent through the API. */
const recent = 24;
const digits = 12;

/** Pseudorandom numbers, the same in each run. */
const wave = (/** @type {number} */ n) => (Math.sin(n * 12.9898) * 43_758.5453) % 1;
/** @type {(n: number, low: number, high: number) => number} */
const between = (n, low, high) => low + Math.abs(wave(n)) * (high - low);
const chosen = (/** @type {number} */ n) => {
  let rest = Math.abs(wave(n)) * 100;
  return templates.find(({ share }) => (rest -= share) < 0) ?? templates[0];
};

/**
 * Fills a new installation with the shop; resolves to the ids for the pictures.
 *
 * @param {import('./fresh-start.mjs').Fresh} shop
 */
export async function stage({ origin, liveKey, databaseUrl }) {
  /** @type {(method: string, path: string, body?: object) => Promise<any>} */
  const call = async (method, path, body) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  /** @type {Post} */
  const post = (path, body) => call('POST', path, body);
  for (const [name, body] of Object.entries(snippets)) await post('/snippets', { name, body });
  /** @type {Ids} */
  const ids = new Map();
  for (const { share: _share, ...template } of templates)
    ids.set(template.name, (await post('/templates', template)).id);
  const receipt = ids.get('Order receipt');
  const shorter = { ...templates[0], name: 'Shorter subject', subject: 'Thank you, {{name}}' };
  await post(`/templates/${receipt}/versions`, {
    name: shorter.name,
    subject: shorter.subject,
    html: shorter.html,
    template_data: shorter.template_data,
  });
  await writeHistory(databaseUrl, ids);
  const { drip_campaign } = await post('/drip_campaigns', {
    name: 'First weeks',
    enabled: true,
    trigger_email_id: ids.get('Welcome'),
    drip_steps: [
      { email_id: ids.get('What to read next'), delay_seconds: 3 * daySeconds },
      { email_id: ids.get('Your list is full'), delay_seconds: 10 * daySeconds },
      { email_id: ids.get('Gift card'), delay_seconds: 30 * daySeconds },
    ],
  });
  for (let n = 0; n < 12; n += 1)
    await post(`/drip_campaigns/${drip_campaign.id}/activate`, { recipient: { address: customer(n).address } });
  const logs = [];
  for (let n = 0; n < recent; n += 1) {
    const { name } = chosen(n + 500);
    const { address, name: who, first } = customer(n);
    const { receipt_id } = await post('/send', {
      template: ids.get(name),
      recipient: { address, name: who },
      template_data: { ...templates[0].template_data, name: first },
    });
    logs.push({ id: receipt_id, name });
  }
  const last = logs.at(-1)?.id;
  while ((await call('GET', `/logs/${last}`)).status === 'queued') await sleep(100);
  // Last, so that the email above goes to the built-in catcher.
  await setUp(post);
  return {
    receipt,
    campaign: drip_campaign.id,
    log: logs.findLast(({ name }) => name === 'Password reset')?.id ?? logs[0].id,
  };
}

async function setUp(/** @type {Post} */ post) {
  const account = (/** @type {string} */ name, /** @type {string} */ address) => ({
    name,
    esp_type: 'smtp',
    credentials: { host: 'smtp.inkwell.example', port: 587, username: '', password: '', use_tls: true },
    default_sender: { address, name: 'Inkwell Books', reply_to: 'help@inkwell.example' },
  });
  const { esp_account: second } = await post('/esp_accounts', account('Letters', 'letters@inkwell.example'));
  await post('/esp_accounts', {
    ...account('Orders', 'orders@inkwell.example'),
    rate_per_second: 50,
    fallback: second.id,
  });
  for (const [n, reason] of ['hard_bounce', 'spam_report', 'unsubscribe', 'manual'].entries())
    await post('/suppressions', {
      email: customer(n + 40).address,
      reason: n === 3 ? 'manual' : reason,
      note: n === 3 ? 'Asked us by telephone' : '',
    });
  for (let n = 0; n < 30; n += 1) {
    const { address, first } = customer(n);
    await post('/customers', {
      email: address,
      locale: n % 4 === 0 ? 'de-DE' : 'en-US',
      data: { first_name: first, orders: 1 + (n % 5) },
    });
  }
  await post('/webhooks', {
    url: 'https://hooks.inkwell.example/mail',
    description: 'Our own statistics',
    events: ['email.bounced'],
  });
}

/**
 * Writes weeks of email and statistics directly to the database.
 *
 * @param {string} databaseUrl
 * @param {Ids} ids
 */
async function writeHistory(databaseUrl, ids) {
  const sql = new Client({ connectionString: databaseUrl });
  await sql.connect();
  try {
    const { rows } = await sql.query('select id from gateway.accounts');
    const account = rows[0].id;
    await sql.query(`update gateway.accounts set name = 'Inkwell Books'`);
    await writeLogs(sql, account, ids);
    await writeStatistics(sql, account, ids);
  } finally {
    await sql.end();
  }
}

/** @type {(sql: Client, account: string, ids: Ids) => Promise<void>} */
async function writeLogs(sql, account, ids) {
  await sql.query('set search_path = delivery');
  const created = new Set();
  for (let n = history; n > 0; n -= 1) {
    const time = Date.now() - Math.round(15 * 60_000 + (n / history) ** 2 * days * daySeconds * 1000);
    const partition = monthlyPartition('logs', new Date(time), 0);
    if (!created.has(partition.name)) await sql.query(createPartition('logs', partition));
    created.add(partition.name);
    const { name, subject } = chosen(n);
    const { address, name: who, first } = customer(n);
    const rejected = n % 29 === 0 ? rejections[n % rejections.length] : undefined;
    const [status, rank] = rejected
      ? [rejected.status, rejected.rank]
      : [
          ['delivered', 50],
          ['opened', 60],
          ['sent', 30],
          ['clicked', 70],
          ['delivered', 50],
        ][Math.floor(between(n, 0, 5))];
    await sql.query(
      `insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message, template_id, template_name, version_name, locale, subject)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $9, 'en-US', $10) on conflict do nothing`,
      [
        account,
        `${idFloor('log', time).slice(0, -digits)}${String(n).padStart(digits, '0')}`,
        address,
        who,
        status,
        rank,
        rejected?.message ?? '250 2.0.0 Ok',
        ids.get(name),
        name,
        subject.replace('{{order.number}}', `IW-${20_400 - n}`).replace('{{name}}', first),
      ],
    );
  }
}

/** @type {(sql: Client, account: string, ids: Ids) => Promise<void>} */
async function writeStatistics(sql, account, ids) {
  const { rows: versions } = await sql.query('select template_id, id from template.versions where weight is not null');
  const versionByTemplate = new Map(versions.map(({ template_id, id }) => [template_id, id]));
  for (let back = 0; back <= days; back += 1)
    for (const [index, { name, share }] of templates.entries()) {
      const weekend = [0, 6].includes(new Date(Date.now() - back * daySeconds * 1000).getUTCDay()) ? 0.6 : 1;
      const sent = Math.round(share * weekend * (42 - back) * between(back * 10 + index, 0.8, 1.2));
      const part = (/** @type {number} */ low, /** @type {number} */ high) =>
        Math.round(sent * between(back * 31 + index, low, high));
      const [delivered, opened, clicked, bounced] = [
        part(0.97, 0.99),
        part(0.42, 0.55),
        part(0.12, 0.2),
        part(0.005, 0.015),
      ];
      await sql.query(
        `insert into tracking.figures (account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part, sent, delivered, delivered_total, opened, opened_total,
           clicked, clicked_total, bounced, bounced_total, complaints, complaints_total, unsubscribes, unsubscribes_total, conversions, conversions_total, revenue,
           delivered_in_4s, delivered_in_8s, delivered_in_32s)
         select $1, period, '', date_trunc('day', now() at time zone 'utc') at time zone 'utc' - make_interval(days => $2), $3, $4, $5, 0, $6::int, $7::int, $7::int, $8::int, $9::int, $10::int, $10::int, $11::int, $11::int, 0, 0, $12::int, $12::int, 0, 0, 0,
           $7::int * 3 / 5, $7::int * 7 / 20, $7::int / 20
         from unnest(array['hour', 'day']) as period`,
        [
          account,
          back,
          ids.get(name),
          versionByTemplate.get(ids.get(name)),
          'default',
          sent,
          delivered,
          opened,
          Math.round(opened * 1.4),
          clicked,
          bounced,
          part(0, 0.003),
        ],
      );
    }
}
