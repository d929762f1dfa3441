// CPU cost of a send by process at full load over RabbitMQ, and the cores needed for 100, 1,000 and 10,000 sends per
// second. `npm run bench -- capacity 60` runs 60 seconds instead of 20. Linux only.
import { setTimeout as sleep } from 'node:timers/promises';
import { byRole, cpuTimes, emptied } from './cpu.mjs';
import { perSecond, runLoad, withStack } from './stack.mjs';

const seconds = Number(process.argv[2] ?? 20);
const warmUpSeconds = 5;
const idleMs = 3_000;
const rates = [100, 1_000, 10_000];
const services = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
/** Planned utilization of a core; above it, latency grows. */
const busyShare = 0.7;

await withStack(
  async (stack) => {
    const { postrider, body, sql } = await stack.ready();
    await sql.query('create extension pg_stat_statements');
    await runLoad(postrider, { body, seconds: warmUpSeconds });
    await emptied(sql);
    const idle = await measureCost(sql, () => sleep(idleMs));
    const loaded = await measureCost(sql, async () => {
      const load = await runLoad(postrider, { body, seconds });
      await emptied(sql);
      return load;
    });
    print(loaded, idle);
  },
  { postgresSettings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=top'] },
);

/** Statements by service, and their execution time in PostgreSQL in milliseconds. */
async function statements(/** @type {Sql} */ sql) {
  const { rows } = await sql.query(
    `select replace(rolname, 'postrider_', '') as service, sum(calls)::float8 as calls, sum(total_exec_time) as ms
     from pg_stat_statements join pg_roles on pg_roles.oid = userid where rolname like 'postrider\\_%' group by rolname`,
  );
  return new Map(
    rows.map((/** @type {{ service: string, calls: number, ms: number }} */ { service, ...counts }) => [
      service,
      counts,
    ]),
  );
}

/**
 * Cost of the work: `cpu` in ms by process, `calls` and `execMs` by service, `took` in seconds, and its result.
 *
 * @template T
 * @param {Sql} sql
 * @param {() => Promise<T>} work
 * @returns {Promise<Cost<T>>}
 */
async function measureCost(sql, work) {
  const before = { cpu: cpuTimes(byRole), statements: await statements(sql), at: performance.now() };
  const result = await work();
  const after = { cpu: cpuTimes(byRole), statements: await statements(sql), at: performance.now() };
  const since = (/** @type {number} */ now, /** @type {number | undefined} */ then) => now - (then ?? 0);
  const cpu = Object.fromEntries(
    Object.entries(after.cpu).map(([name, ms]) => [name, Math.max(0, since(ms, before.cpu[name]))]),
  );
  const counted = (/** @type {'calls' | 'ms'} */ what) =>
    Object.fromEntries(
      services.map((service) => [
        service,
        since(after.statements.get(service)?.[what] ?? 0, before.statements.get(service)?.[what]),
      ]),
    );
  return { result, cpu, calls: counted('calls'), execMs: counted('ms'), took: (after.at - before.at) / 1_000 };
}

/** Cost per send, minus the idle cost of the process. */
function perSend(
  /** @type {Cost<Load>} */ loaded,
  /** @type {Cost<void>} */ idle,
  /** @type {'cpu' | 'calls' | 'execMs'} */ what,
  /** @type {string} */ name,
) {
  const whenIdle = ((idle[what][name] ?? 0) / idle.took) * loaded.took;
  return Math.max(0, (loaded[what][name] ?? 0) - whenIdle) / loaded.result.answered;
}

function fixed(/** @type {number} */ value, /** @type {number} */ digits) {
  return value < 10 ** -digits / 2 ? '0' : value.toFixed(digits);
}

function cores(/** @type {number} */ ms, /** @type {number} */ rate) {
  const wanted = (ms * rate) / 1_000 / busyShare;
  if (wanted < 0.1) return '< 0.1';
  return wanted < 10 ? wanted.toFixed(1) : String(Math.ceil(wanted));
}

function print(/** @type {Cost<Load>} */ loaded, /** @type {Cost<void>} */ idle) {
  const { answered, failed, perSecond: rate } = loaded.result;
  const columns = [
    'process',
    'processor, ms per send',
    'statements per send',
    'PostgreSQL busy with them, ms per send',
    'idle, ms per second',
    ...rates.map((each) => `cores at ${each.toLocaleString('en')}/s`),
  ];
  const line = (/** @type {unknown[]} */ cells) => console.log(`| ${cells.join(' | ')} |`);
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ ms,
    /** @type {number} */ idleMsPerSecond,
    /** @type {string[]} */ ofStatements = ['', ''],
  ) => line([name, fixed(ms, 3), ...ofStatements, fixed(idleMsPerSecond, 1), ...rates.map((each) => cores(ms, each))]);
  const getMs = (/** @type {string} */ name) => perSend(loaded, idle, 'cpu', name);
  const getIdle = (/** @type {string} */ name) => (idle.cpu[name] ?? 0) / idle.took;

  console.log(`${answered} sends in ${seconds} s (${perSecond(rate)}), ${failed} failed, the rest delivered\n`);
  line(columns);
  line(columns.map(() => '---'));
  for (const service of services)
    row(service, getMs(service), getIdle(service), [
      fixed(perSend(loaded, idle, 'calls', service), 2),
      fixed(perSend(loaded, idle, 'execMs', service), 3),
    ]);
  const others = ['rabbitmq', ...services.map((service) => `postgres for ${service}`), 'postgres'];
  for (const name of others) row(name, getMs(name), getIdle(name));
  const sum = (/** @type {(name: string) => number} */ of) =>
    [...services, ...others].reduce((total, name) => total + of(name), 0);
  row('together', sum(getMs), sum(getIdle));
  console.log(
    `\nCores of this machine's kind, at ${busyShare * 100} % utilization; "postgres" alone is its background work.`,
  );
}
