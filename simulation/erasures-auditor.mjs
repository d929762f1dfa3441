// Nothing is left of people who were erased (docs/reference/personal-data.md#erase-a-person).

/** Kept for their time: they expire within a day, or hold what the customer's own servers answered. */
const kept = new Set(['idempotency', 'departures', 'stream_events', 'webhook_attempts']);

/**
 * @param {readonly import('./workload.mjs').Mail[]} mails
 * @param {readonly { id: string, address: string }[]} logs
 * @param {import('./database.mjs').SimulatedDatabase} database
 */
export async function auditErasures(mails, logs, database) {
  /** @type {string[]} */
  const faults = [];
  const erased = mails.filter(({ isErased }) => isErased);
  if (erased.length === 0) return faults;
  const patterns = erased.map(({ address }) => `%${address}%`);
  const tables = await database.rows(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('customer', 'delivery', 'drip', 'template', 'tracking') order by 1, 2`,
  );
  for (const { schema, name } of tables) {
    if (kept.has(name)) continue;
    const rows = await database.rows(
      `select item::text as text from ${schema}.${name} as item where item::text like any($1)`,
      [patterns],
    );
    for (const { text } of rows) faults.push(`${schema}.${name} has an address that was erased: ${text.slice(0, 400)}`);
  }
  for (const { receipts, resent, address } of erased)
    for (const log of logs)
      if ([...receipts, ...resent].includes(log.id) && !log.address.endsWith('@erased.invalid'))
        faults.push(`${log.id} of ${address} has ${log.address} after the erasure`);
  const open = await database.rows(
    'select id from customer.erasures where not (logs_done and drips_done and engaged_logs >= logs)',
  );
  for (const { id } of open) faults.push(`The erasure ${id} does not end`);
  return faults;
}
