// Mails of many kinds, written straight into the tables: their logs, what else of them is searched, and the figures that they come to.
import { Client } from 'pg';
import { measures, parts } from '#dist/apps/tracking/src/statistics/measures.js';
import { hoursKeptDays } from '#dist/libs/contracts/src/index.js';
import { writeHistory } from '../history.mjs';

const recipients = 1_000_000;
const days = 180;
const hourMs = 3_600_000;
/** What is written at a time is of one moment. */
export const hours = days * 24;

/** Of what kind the nth mail is, as SQL; nothing of it goes with anything else of it, but the tag with the template. */
const picked = (/** @type {number} */ count, /** @type {number} */ seed) =>
  `((n * 2654435761 + ${seed}) % 4294967296 / 4099 % ${count})`;
const numbered = (/** @type {string} */ id, /** @type {string} */ number) =>
  `'${id}' || lpad((${number})::text, 4, '0')`;
const templates = 40;
const tags = 10;
const template = numbered('tem_01KQV5Xx7GJ8sVJ4mB', picked(templates, 1));
const version = numbered('ver_01KQV5Xx7GJ8sVJ4mB', picked(2, 977_777));
const espAccount = numbered('esp_01KQV5Xx7GJ8sVJ4mB', picked(2, 7_777_777));
const tag = `case when n % 100000 = 7 then 'rare' else 'tag ' || ${picked(templates, 1)} % ${tags} end`;
const status = `case when n % 20000 = 3 then 'dropped' when n % 50 = 3 then 'bounced' when n % 3 = 0 then 'opened' else 'delivered' end`;
const address = `'r' || n % ${recipients} || '@example.com'`;

/** What the nth question asks for. */
export const addressOf = (/** @type {number} */ n) => `r${(n * 7919) % recipients}@example.com`;
export const templateOf = (/** @type {number} */ n) =>
  `tem_01KQV5Xx7GJ8sVJ4mB${String(n % templates).padStart(4, '0')}`;
export const espAccountOf = (/** @type {number} */ n) => `esp_01KQV5Xx7GJ8sVJ4mB${String(n % 2).padStart(4, '0')}`;
export const tagOf = (/** @type {number} */ n) => `tag ${n % tags}`;

const logsOf = (/** @type {string} */ account, /** @type {string} */ part) => `
  insert into delivery.logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message, template_id, template_name, version_name, locale, subject)
  select '${account}', id, address, address, 'Recipient ' || n % ${recipients}, status, case status when 'opened' then 60 when 'delivered' then 50 else 45 end,
         '250 2.0.0 Ok: queued as ' || n, template, 'Template ' || right(template, 2), 'Version', 'en-US', 'Your receipt no. ' || n
  from (select id, n, ${address} as address, ${status} as status, ${template} as template from ${part} as part) as mail`;

const messagesOf = (/** @type {string} */ account, /** @type {string} */ part) => `
  insert into delivery.messages (account_id, id, artifact_id, template_id, esp_account_id, content)
  select '${account}', id, 'art_01KQV5Xx7GJ8sVJ4mB2cDe', ${template}, ${espAccount},
         jsonb_build_object('tags', jsonb_build_array(${tag}), 'version_id', ${version}, 'recipient', jsonb_build_object('address', ${address}),
           'template_data', jsonb_build_object('name', 'Recipient ' || n % ${recipients}, 'amount', n % 1000, 'currency', 'EUR'))
  from ${part} as part`;

const key = 'account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part';
/** @type {(typeof measures)[number][]} */
const counted = ['sent', 'delivered', 'delivered_total', 'opened', 'opened_total', 'bounced', 'bounced_total'];
if (!counted.every((each) => measures.includes(each))) throw new Error('figures have other columns by now');

/** As they are counted: under no tag and under each, what was sent and what was heard in rows of their own. */
const figuresOf = (
  /** @type {string} */ account,
  /** @type {string} */ part,
  /** @type {string} */ period,
  /** @type {number} */ begins,
) => `
  insert into tracking.figures (${key}, ${counted.join(', ')})
  select '${account}', '${period}', tag, to_timestamp(${begins}), template_id, version_id, esp_account_id, part, case part when ${parts.sent} then sent else 0 end,
         ${['delivered', 'delivered', 'opened', 'opened', 'bounced', 'bounced'].map((each) => `case part when ${parts.heard} then ${each} else 0 end`).join(', ')}
  from (
    select under.tag, template_id, version_id, esp_account_id, count(*) filter (where status <> 'dropped') as sent,
           count(*) filter (where status in ('delivered', 'opened')) as delivered, count(*) filter (where status = 'opened') as opened,
           count(*) filter (where status = 'bounced') as bounced
    from (select ${template} as template_id, ${version} as version_id, ${espAccount} as esp_account_id, ${tag} as tag, ${status} as status from ${part} as part) as mail
    cross join lateral (values (''), (mail.tag)) as under (tag)
    group by under.tag, template_id, version_id, esp_account_id
  ) as counted cross join (values (${parts.sent}), (${parts.heard})) as kind (part)
  on conflict (${key}) do update set ${counted.map((each) => `${each} = figures.${each} + excluded.${each}`).join(', ')}`;

const secondsOf = (/** @type {number} */ time, /** @type {number} */ length) =>
  Math.floor(time / length) * (length / 1000);

/** Mails `from`..`to` of `total`, over two connections. Of the last days figures are known by the hour too. */
export async function writeMails(
  /** @type {string} */ databaseUrl,
  /** @type {string} */ account,
  /** @type {Span} */ { total, from, to },
) {
  const [logs, rest] = [0, 1].map(
    () => new Client({ connectionString: databaseUrl, options: '-c search_path=delivery -c synchronous_commit=off' }),
  );
  await Promise.all([logs.connect(), rest.connect()]);
  const hoursFrom = Date.now() - hoursKeptDays * 24 * hourMs;
  /** @type {{ begins: number, parts: string[] } | undefined} */
  let day;
  const countDay = async () => {
    if (day === undefined) return;
    const part = `(${day.parts.map((each) => `select n from ${each} as part`).join(' union all ')})`;
    await rest.query(figuresOf(account, part, 'day', day.begins));
  };
  const each = (/** @type {string} */ part, /** @type {number} */ time) =>
    Promise.all([
      logs.query(logsOf(account, part)),
      (async () => {
        await rest.query(messagesOf(account, part));
        if (time > hoursFrom) await rest.query(figuresOf(account, part, 'hour', secondsOf(time, hourMs)));
        const begins = secondsOf(time, 24 * hourMs);
        if (day?.begins !== begins) {
          await countDay();
          day = { begins, parts: [] };
        }
        day.parts.push(part);
      })(),
    ]);
  try {
    await writeHistory(logs, { total, from, to, days, atATime: Math.ceil(total / hours), each });
    await countDay();
    await Promise.all([logs.query('vacuum analyze logs'), rest.query('vacuum analyze messages')]);
    await logs.query('vacuum analyze tracking.figures, tracking.figure_sums');
    // What was written goes to the disk now and not while somebody reads.
    await logs.query('checkpoint');
  } finally {
    await Promise.all([logs.end(), rest.end()]);
  }
}
