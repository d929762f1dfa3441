// Database cost of a send: statements, rows, WAL and table bytes by service, for single sends and with shared
// statements.
import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad, withStack } from '../stack.mjs';
import { printTable, shown } from './table.mjs';
import { emptied } from '../cpu.mjs';

const counted = ['calls', 'rows', 'wal_records', 'wal_bytes'];
const idleMs = 3_000;

export const costs = (/** @type {boolean} */ small) =>
  withStack(
    async (stack) => {
      const { postrider, body, sql } = await stack.ready();
      await sql.query('create extension pg_stat_statements');
      await runLoad(postrider, { body, seconds: 5 });
      await emptied(sql);
      const rows = [];
      for (const rate of small ? [20, 0] : [20, 200, 0])
        rows.push(...(await measured(sql, postrider, body, rate, small)));
      printTable([
        [
          'sends/s',
          'service',
          'statements',
          'rows',
          'records of WAL',
          'bytes of WAL',
          'all WAL, with page images and commits',
          'bytes that the tables and indexes have grown by',
        ],
        ...rows,
      ]);
    },
    { postgresSettings: ['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=all'] },
  );

async function measured(
  /** @type {Sql} */ sql,
  /** @type {Postrider} */ postrider,
  /** @type {unknown} */ body,
  /** @type {number} */ rate,
  /** @type {boolean} */ small,
) {
  // After a checkpoint each first change of a page writes a full page image, so every run starts with one.
  await sql.query('checkpoint');
  const idle = await counts(sql, () => sleep(idleMs));
  const load = await counts(sql, async () => {
    const result = await runLoad(postrider, { body, seconds: small ? 5 : 30, rate });
    await emptied(sql);
    return result;
  });
  const { answered, perSecond } = load.result;
  const perSend = (/** @type {string} */ service, /** @type {string} */ what) =>
    Math.max(0, (load.of.get(service)?.[what] ?? 0) - ((idle.of.get(service)?.[what] ?? 0) * load.took) / idle.took) /
    answered;
  const line = (/** @type {string} */ service, /** @type {number[]} */ ...sizes) => [
    shown(perSecond),
    service,
    ...counted.map((what) => shown(perSend(service, what))),
    ...sizes.map(shown),
  ];
  const services = [...load.of.keys()].filter((service) => service !== 'together').toSorted();
  return [...services.map((service) => line(service)), line('together', load.wal / answered, load.size / answered)];
}

/**
 * @template T
 * @param {Sql} sql
 * @param {() => Promise<T>} work
 */
async function counts(sql, work) {
  const before = await state(sql);
  const startedAt = performance.now();
  const result = await work();
  const after = await state(sql);
  const of = new Map();
  for (const [service, figures] of after.of)
    of.set(
      service,
      Object.fromEntries(counted.map((what) => [what, figures[what] - (before.of.get(service)?.[what] ?? 0)])),
    );
  return {
    result,
    of,
    wal: after.lsn - before.lsn,
    size: after.size - before.size,
    took: performance.now() - startedAt,
  };
}

async function state(/** @type {Sql} */ sql) {
  const { rows } = await sql.query(
    `select coalesce(replace(rolname, 'postrider_', ''), 'together') as service, ${counted.map((what) => `sum(${what})::float8 as ${what}`).join(', ')}
     from pg_stat_statements join pg_roles on pg_roles.oid = userid where rolname like 'postrider\\_%' group by rollup (rolname)`,
  );
  const {
    rows: [{ lsn, size }],
  } = await sql.query(
    `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as lsn, pg_database_size(current_database())::float8 as size`,
  );
  return { of: new Map(rows.map(({ service, ...figures }) => [service, figures])), lsn, size };
}
