// Writes years of history directly into the tables of delivery, within minutes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createPartition, monthlyPartition } from '#dist/apps/delivery/src/maintenance/partitions.repository.js';
import { idFloor } from '#dist/libs/contracts/src/index.js';

const defaultBatchSize = 20_000;
const dayMs = 24 * 60 * 60 * 1000;
/** The characters of an id after its timestamp, which distinguish ids of one millisecond. */
const counterDigits = 12;

export function migrateDelivery(/** @type {string} */ databaseUrl) {
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../dist/apps/standalone/src/postrider.js', import.meta.url)), 'migrate', 'delivery'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error('the delivery schema could not be created');
}

/**
 * Generates logs `from`..`to` of `total`, evenly spread over the last `days`, oldest first, with ids like those of the
 * service. Calls `each` with SQL that selects a batch of them, columns id and n, and the common time of the batch.
 *
 * @param {Sql} sql
 * @param {{ total: number, from?: number, to?: number, days?: number, atATime?: number, each: (part: string, time: number) => unknown }} history
 */
export async function writeHistory(sql, { total, from = 0, to = total, days = 180, atATime = defaultBatchSize, each }) {
  const now = Date.now();
  for (let first = from; first < to; first += atATime) {
    const count = Math.min(atATime, to - first);
    const time = now - Math.round(((total - first) / total) * days * dayMs);
    await ensurePartitions(sql, new Date(time));
    const prefix = idFloor('log', time).slice(0, -counterDigits);
    await each(
      `(select '${prefix}' || lpad(n::text, ${counterDigits}, '0') as id, ${first} + n as n from generate_series(0, ${count - 1}) as n)`,
      time,
    );
  }
}

const createdPartitions = new Set();
async function ensurePartitions(/** @type {Sql} */ sql, /** @type {Date} */ time) {
  for (const table of ['logs', 'messages']) {
    const partition = monthlyPartition(table, time, 0);
    if (createdPartitions.has(partition.name)) continue;
    await sql.query(createPartition(table, partition));
    createdPartitions.add(partition.name);
  }
}

export const insertLogs = (/** @type {string} */ accountId, /** @type {string} */ part) => `
  insert into logs (account_id, id, recipient_address, recipient_key, recipient_name, status, status_rank, message, template_id, template_name, version_name, locale)
  select '${accountId}', id, 'r' || n % 1000000 || '@example.com', 'r' || n % 1000000 || '@example.com', 'Recipient ' || n % 1000000, 'sent', 30, '250 2.0.0 Ok: queued as ' || n,
         'tem_01KQV5Xx7GJ8sVJ4mB2cDe', 'Receipt', 'Receipt', 'en-US' from ${part} as part`;

/** `p50 1.2 ms, p95 3.4 ms` */
export const quantiles = (/** @type {number[]} */ times) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p95: at(0.95), toString: () => `p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms` };
};
