// Partitions that a statement plans and reads with 100 million logs in three years. The size is simulated for the
// planner by statistics and sparse files, with some thousand real logs per month. The plans come from auto_explain.
import { createReadStream, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPartition, monthlyPartition } from '#dist/apps/delivery/src/maintenance/partitions.repository.js';
import { insertLogs, writeHistory } from '../history.mjs';
import { example, withStack } from '../stack.mjs';
import { printTable } from './table.mjs';

const logs = 100_000_000;
const months = 36;
const pageBytes = 8_192;
/** Limit of a PostgreSQL segment file. */
const maxPages = 131_000;
/** Rows per log and bytes per row, by table. */
/** @type {Record<string, [number, number]>} */
const tables = { logs: [1, 300], messages: [1, 900], log_events: [4, 120], attempts: [1, 150] };
const monthOfTable = /^(logs|messages|log_events|attempts)_(\d{4}_\d\d|default)$/;

export const pruning = (/** @type {boolean} */ small) =>
  withStack(
    async (stack) => {
      const sink = await stack.startSink();
      const postrider = await stack.startInstallation({ smtpUrl: sink.url });
      const sql = await stack.connect('delivery');
      const account = (await sql.query('select id from gateway.accounts')).rows[0].id;
      await writeMonths(sql, account, small ? 300 : 2_000);
      const simulated = await simulateSize(sql);
      console.log(
        `${simulated.toLocaleString('en')} logs in ${months} months and the next two, in the view of the planner\n`,
      );
      await report(sql, postrider);
    },
    {
      postgresSettings: [
        'shared_preload_libraries=auto_explain',
        'auto_explain.log_analyze=on',
        'auto_explain.log_timing=off',
        'auto_explain.log_format=json',
        'auto_explain.log_nested_statements=on',
        'autovacuum=off',
        'logging_collector=on',
        'log_destination=jsonlog',
        'log_directory=plans',
        'log_rotation_size=0',
      ],
    },
  );

async function writeMonths(/** @type {Sql} */ sql, /** @type {string} */ account, /** @type {number} */ each) {
  const now = new Date();
  for (const table of Object.keys(tables))
    for (let month = -months; month <= 2; month += 1)
      await sql.query(createPartition(table, monthlyPartition(table, now, month)));
  for (let month = 0; month < months; month += 1)
    await writeHistory(sql, {
      total: each * months,
      from: each * month,
      to: each * (month + 1),
      days: months * 30,
      each: async (/** @type {string} */ part) => {
        await sql.query(insertLogs(account, part));
        await sql.query(`insert into messages (account_id, id, artifact_id, template_id, esp_account_id, content)
                       select '${account}', id, 'art_1', 'tem_1', 'esp_1', '{"recipient": {"address": "ada@example.com"}}' from ${part} as part`);
        await sql.query(`insert into log_events (account_id, log_id, type, message)
                       select '${account}', id, 'sent', 'Sent' from ${part} as part, generate_series(1, ${tables.log_events[0]})`);
        await sql.query(`insert into attempts (account_id, message_id, attempt, esp_account_id, started_at, finished_at, outcome, detail)
                       select '${account}', id, 1, 'esp_1', now(), now(), 'sent', 'Sent' from ${part} as part`);
      },
    });
  for (const table of Object.keys(tables)) await sql.query(`vacuum analyze ${table}`);
}

/** Sets the planner's statistics, and extends the files to that size with holes, which read as empty pages. */
async function simulateSize(/** @type {Sql} */ sql) {
  const directory = (await sql.query('show data_directory')).rows[0].data_directory;
  const { rows: partitions } = await sql.query(
    `select parent.relname as table, child.relname as name, pg_relation_filepath(child.oid) as path
     from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where parent.relname = any($1) and parent.relnamespace = 'delivery'::regnamespace and child.reltuples > 0`,
    [Object.keys(tables)],
  );
  await sql.query('checkpoint');
  let totalRows = 0;
  for (const { table, name, path } of partitions) {
    const [perLog, bytes] = tables[table];
    const rows = Math.round((logs * perLog) / months);
    const pages = Math.min(maxPages, Math.ceil((rows * bytes) / pageBytes));
    truncateSync(join(directory, path), pages * pageBytes);
    await sql.query(
      `select pg_restore_relation_stats('schemaname', 'delivery', 'relname', $1::text, 'relpages', $2::int, 'reltuples', $3::real)`,
      [name, pages, rows],
    );
    if (table === 'logs') totalRows += rows;
  }
  return totalRows;
}

async function report(/** @type {Sql} */ sql, /** @type {Postrider} */ postrider) {
  const directory = (await sql.query('show data_directory')).rows[0].data_directory;
  const plansIn = join(directory, 'plans');
  const { id: template } = await postrider.post('/templates', example('template'));
  const [{ id: newest, recipient_address: recipient }] = await postrider.get('/logs?count=1');
  const day = Math.floor(Date.now() / 1000) - 400 * 86_400;
  const range = `created_gte=${day}&created_lt=${day + 86_400}`;
  const questions = {
    'nothing: what goes on by itself': () => sleep(10_000),
    'a send, its attempt and result': () => postrider.post('/send', { ...example('send'), template }),
    'GET /logs': () => postrider.get('/logs'),
    'GET /logs of a day 400 days ago': () => postrider.get(`/logs?${range}`),
    'GET /logs/{id}': () => postrider.get(`/logs/${newest}`),
    'GET /logs/{id}/events': () => postrider.get(`/logs/${newest}/events`),
    'GET /logs/search of a day 400 days ago': () => postrider.get(`/logs/search?q=receipt&${range}`),
    'GET /customers/{email}/logs': () => postrider.get(`/customers/${encodeURIComponent(recipient)}/logs`),
  };
  const rows = [];
  await sql.query('alter system set auto_explain.log_min_duration = 0');
  await sql.query('select pg_reload_conf()');
  await sleep(1_000);
  const byItself = new Set();
  for (const [name, query] of Object.entries(questions)) {
    const from = sizes(plansIn);
    await query();
    await sleep(1_500);
    const plans = (await plansSince(plansIn, from)).filter((plan) => !byItself.has(plan['Query Text']));
    if (byItself.size === 0) for (const plan of plans) byItself.add(plan['Query Text']);
    rows.push(...summary(plans).map((cells) => [name, ...cells]));
  }
  printTable([['request', 'table', 'statements', 'max partitions planned', 'max partitions read'], ...rows]);
}

const sizes = (/** @type {string} */ directory) =>
  new Map(
    readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, statSync(join(directory, name)).size]),
  );

async function plansSince(/** @type {string} */ directory, /** @type {Map<string, number>} */ from) {
  const plans = [];
  for (const name of sizes(directory).keys())
    for await (const line of createInterface({
      input: createReadStream(join(directory, name), { start: from.get(name) ?? 0 }),
    })) {
      const { message = '', user } = JSON.parse(line);
      const at = message.indexOf('plan:\n');
      if (at >= 0 && user === 'postrider_delivery') plans.push(JSON.parse(message.slice(at + 'plan:\n'.length)));
    }
  return plans;
}

/**
 * Planned and read partitions by table.
 *
 * @typedef {{ 'Relation Name'?: string, 'Actual Loops': number, Plans?: Plan[] }} Plan
 */
function summary(/** @type {{ Plan: Plan }[]} */ plans) {
  const found = new Map();
  for (const { Plan } of plans)
    for (const [table, { planned, read }] of partitionsIn(Plan)) {
      const before = found.get(table) ?? { statements: 0, planned: 0, read: 0 };
      found.set(table, {
        statements: before.statements + 1,
        planned: Math.max(before.planned, planned.size),
        read: Math.max(before.read, read.size),
      });
    }
  return Object.keys(tables)
    .filter((table) => found.has(table))
    .map((table) => [table, ...Object.values(found.get(table))]);
}

function partitionsIn(/** @type {Plan} */ plan, found = new Map()) {
  const [, table] = monthOfTable.exec(plan['Relation Name'] ?? '') ?? [];
  if (table !== undefined) {
    const of = found.get(table) ?? { planned: new Set(), read: new Set() };
    found.set(table, of);
    of.planned.add(plan['Relation Name']);
    if (plan['Actual Loops'] > 0) of.read.add(plan['Relation Name']);
  }
  for (const child of plan.Plans ?? []) partitionsIn(child, found);
  return found;
}
