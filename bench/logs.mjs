// Log lists, log searches of the dashboard and statistics through the gateway, with a long history compared with a
// short one. `npm run bench -- logs 1000000` uses one million logs instead of ten million.
import { Client } from 'pg';
import { hoursKeptDays, idFloor, timeOfId } from '#dist/libs/contracts/src/index.js';
import { withStack } from './stack.mjs';
import { quantiles, writeHistory } from './history.mjs';
import { measures, parts } from '#dist/apps/tracking/src/statistics/measures.js';

const recipients = 1_000_000;
const days = 180;
const hourMs = 3_600_000;
/** One batch per hour, with one timestamp. */
const hours = days * 24;

/** SQL for a property of the nth email. Properties are independent of each other, except the tag and the template. */
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

/** Parameters of the nth request. */
const toAddress = (/** @type {number} */ n) => `r${(n * 7919) % recipients}@example.com`;
const toTemplateId = (/** @type {number} */ n) => `tem_01KQV5Xx7GJ8sVJ4mB${String(n % templates).padStart(4, '0')}`;
const toEspAccountId = (/** @type {number} */ n) => `esp_01KQV5Xx7GJ8sVJ4mB${String(n % 2).padStart(4, '0')}`;
const toTag = (/** @type {number} */ n) => `tag ${n % tags}`;

const insertLogs = (/** @type {string} */ account, /** @type {string} */ part) => `
  insert into delivery.logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message, template_id, template_name, version_name, locale, subject)
  select '${account}', id, address, address, 'Recipient ' || n % ${recipients}, status, case status when 'opened' then 60 when 'delivered' then 50 else 45 end,
         '250 2.0.0 Ok: queued as ' || n, template, 'Template ' || right(template, 2), 'Version', 'en-US', 'Your receipt no. ' || n
  from (select id, n, ${address} as address, ${status} as status, ${template} as template from ${part} as part) as mail`;

const insertMessages = (/** @type {string} */ account, /** @type {string} */ part) => `
  insert into delivery.messages (account_id, id, artifact_id, template_id, esp_account_id, content)
  select '${account}', id, 'art_01KQV5Xx7GJ8sVJ4mB2cDe', ${template}, ${espAccount},
         jsonb_build_object('tags', jsonb_build_array(${tag}), 'version_id', ${version}, 'recipient', jsonb_build_object('address', ${address}),
           'template_data', jsonb_build_object('name', 'Recipient ' || n % ${recipients}, 'amount', n % 1000, 'currency', 'EUR'))
  from ${part} as part`;

const key = 'account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part';
/** @type {(typeof measures)[number][]} */
const counted = ['sent', 'delivered', 'delivered_total', 'opened', 'opened_total', 'bounced', 'bounced_total'];
if (!counted.every((each) => measures.includes(each))) throw new Error('the columns of the statistics have changed');

/** Statistics rows like those of the service: with and without tag, and separate rows for sends and events. */
const insertFigures = (
  /** @type {string} */ account,
  /** @type {string} */ part,
  /** @type {string} */ period,
  /** @type {number} */ begins,
) => `
  insert into tracking.figures (${key}, ${counted.join(', ')})
  select '${account}', '${period}', tag, to_timestamp(${begins}), template_id, version_id, esp_account_id, part, case part when ${parts.sent} then sent else 0 end,
         ${['delivered', 'delivered', 'opened', 'opened', 'bounced', 'bounced'].map((each) => `case part when ${parts.reported} then ${each} else 0 end`).join(', ')}
  from (
    select under.tag, template_id, version_id, esp_account_id, count(*) filter (where status <> 'dropped') as sent,
           count(*) filter (where status in ('delivered', 'opened')) as delivered, count(*) filter (where status = 'opened') as opened,
           count(*) filter (where status = 'bounced') as bounced
    from (select ${template} as template_id, ${version} as version_id, ${espAccount} as esp_account_id, ${tag} as tag, ${status} as status from ${part} as part) as mail
    cross join lateral (values (''), (mail.tag)) as under (tag)
    group by under.tag, template_id, version_id, esp_account_id
  ) as counted cross join (values (${parts.sent}), (${parts.reported})) as kind (part)
  on conflict (${key}) do update set ${counted.map((each) => `${each} = figures.${each} + excluded.${each}`).join(', ')}`;

const toSeconds = (/** @type {number} */ time, /** @type {number} */ length) =>
  Math.floor(time / length) * (length / 1000);

/** Writes emails `from`..`to` of `total` over two connections, with hourly statistics for the last days. */
async function writeMails(
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
    await rest.query(insertFigures(account, part, 'day', day.begins));
  };
  const each = (/** @type {string} */ part, /** @type {number} */ time) =>
    Promise.all([
      logs.query(insertLogs(account, part)),
      (async () => {
        await rest.query(insertMessages(account, part));
        if (time > hoursFrom) await rest.query(insertFigures(account, part, 'hour', toSeconds(time, hourMs)));
        const begins = toSeconds(time, 24 * hourMs);
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
    // Flushes writes now, so that they do not slow down the measured reads.
    await logs.query('checkpoint');
  } finally {
    await Promise.all([logs.end(), rest.end()]);
  }
}

const repetitions = 100;
const day = 86_400;
const page = '/logs/search?count=50';
const encode = encodeURIComponent;

/** Path of the nth request, by name; `now` in seconds, `id` of any log. */
const lists = (/** @type {Asked} */ { now, id }) => ({
  'GET /logs': () => '/logs',
  'GET /logs, 100': () => '/logs?count=100',
  'GET /logs, offset 10,000': () => '/logs?offset=10000',
  'GET /logs, a day last month': () => `/logs?created_lt=${now - 30 * day}&created_gte=${now - 31 * day}`,
  'one log': () => `/logs/${id}`,
  'logs of one customer': (/** @type {number} */ n) => `/customers/${encode(toAddress(n))}/logs`,
});

/** `cursors`: ids of logs, newest first. */
const searches = (/** @type {Asked} */ { now, cursors }) => ({
  'first page': () => page,
  'of an address': (/** @type {number} */ n) => `${page}&q=${encode(toAddress(n))}`,
  'of an id prefix': (/** @type {number} */ n) => `${page}&q=${cursors[n % cursors.length].slice(0, 12)}`,
  'of a template': (/** @type {number} */ n) => `${page}&template=${toTemplateId(n)}`,
  'of a tag': (/** @type {number} */ n) => `${page}&tag=${encode(toTag(n))}`,
  'of an ESP account': (/** @type {number} */ n) => `${page}&esp_account=${toEspAccountId(n)}`,
  'of a status': () => `${page}&status=bounced`,
  'of a status, the last 30 days': () => `${page}&status=bounced,dropped&created_gte=${now - 30 * day}`,
  'at a random cursor': (/** @type {number} */ n) => `${page}&cursor=${cursors[n % cursors.length]}`,
  'of a template, at a cursor': (/** @type {number} */ n) =>
    `${page}&template=${toTemplateId(n)}&cursor=${cursors[n % cursors.length]}`,
  'of a rare tag': () => `${page}&tag=rare`,
  'of a rare status': () => `${page}&status=dropped`,
  'of words without a match': () => `${page}&q=${encode('no such words')}`,
});

const figures = (/** @type {Asked} */ { now }) => ({
  '30 days by day': () => '/stats',
  'of a template, with its versions': (/** @type {number} */ n) => `/stats?template=${toTemplateId(n)}`,
  'of a tag': (/** @type {number} */ n) => `/stats?tag=${encode(toTag(n))}`,
  'of an ESP account': (/** @type {number} */ n) => `/stats?esp_account=${toEspAccountId(n)}`,
  '24 hours by hour': () => `/stats?by=hour&from=${now - day}`,
  '48 hours by hour': () => '/stats?by=hour',
  '7 days by hour': () => `/stats?by=hour&from=${now - 7 * day}`,
  '180 days by day': () => `/stats?from=${now - 180 * day}`,
});

/** Response times by name. */
async function measure(
  /** @type {Postrider} */ postrider,
  /** @type {Record<string, (n: number) => string>} */ questions,
) {
  /** @type {Record<string, ReturnType<typeof quantiles>>} */
  const responses = {};
  for (const [name, buildPath] of Object.entries(questions)) {
    const times = [];
    for (let n = -10; n < repetitions; n += 1) {
      const path = buildPath(n + 10);
      const startedAt = performance.now();
      await postrider.get(path);
      if (n >= 0) times.push(performance.now() - startedAt);
    }
    responses[name] = quantiles(times);
  }
  return responses;
}

const wanted = { short: 100_000, long: Number(process.argv[2] ?? 10_000_000) };
/** Logs per hour. */
const ofHour = Math.ceil(wanted.long / hours);
const logs = { short: Math.ceil(wanted.short / ofHour) * ofHour, long: hours * ofHour };
/** Number of cursors, spread over all logs. */
const places = 97;
/** @type {Record<string, number>} */
const goals = { lists: 20, searches: 300, figures: 50 };
/** Rare checkpoints, so that pages are not written repeatedly. */
const postgresSettings = ['max_wal_size=16GB', 'checkpoint_timeout=30min'];

await withStack(
  async (stack) => {
    const sink = await stack.startSink();
    const postrider = await stack.startInstallation({ smtpUrl: sink.url, apps: ['delivery', 'tracking', 'gateway'] });
    const sql = await stack.connect();
    const {
      rows: [{ id: account }],
    } = await sql.query('select id from gateway.accounts');
    const write = (/** @type {number} */ from, /** @type {number} */ to) =>
      writeMails(stack.databaseUrl, account, { total: logs.long, from, to });
    // Newest last, so that both histories end now.
    await write(logs.long - logs.short, logs.long);
    const short = await measureAll(postrider, sql);
    const startedAt = performance.now();
    await write(0, logs.long - logs.short);
    console.log(`${logs.long} logs, written in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
    await compareCounts(postrider, sql);
    const long = await measureAll(postrider, sql);
    for (const [kind, responses] of Object.entries(long)) {
      console.log(`\n${kind}, goal p95 ${goals[kind]} ms`);
      for (const [name, after] of Object.entries(responses)) {
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
  const responses = {
    lists: await measure(postrider, lists(given)),
    searches: await measure(postrider, searches(given)),
    figures: await measure(postrider, figures(given)),
  };
  return responses;
}

/** Checks the statistics against the logs. */
async function compareCounts(/** @type {Postrider} */ postrider, /** @type {Sql} */ sql) {
  const { total, from, to } = await postrider.get('/stats');
  const { rows } = await sql.query(
    `select count(*) filter (where status <> 'dropped')::int as sent, count(*) filter (where status = 'opened')::int as opened
     from delivery.logs where id >= $1 and id < $2`,
    [from, to].map((seconds) => idFloor('log', seconds * 1000)),
  );
  if (total.sent !== rows[0].sent || total.opened.unique !== rows[0].opened)
    throw new Error(`statistics ${total.sent}, ${total.opened.unique} of logs ${rows[0].sent}, ${rows[0].opened}`);
}
