// Checks that no data of erased people is left (docs/reference/personal-data.md#erase-a-person).

/** Tables with their own retention: they expire within a day, or contain responses of the customer's servers. */
const kept = new Set(['idempotency', 'departures', 'stream_events', 'webhook_attempts']);

/**
 * @param {readonly import('./workload.mjs').Mail[]} mails
 * @param {readonly { id: string, address: string }[]} logs
 * @param {import('./database.mjs').SimulatedDatabase} database
 */
export async function auditErasures(mails, logs, database) {
  /** @type {string[]} */
  const violations = [];
  const erased = mails.filter(({ isErased }) => isErased);
  if (erased.length === 0) return violations;
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
    for (const { text } of rows)
      violations.push(`${schema}.${name} has an address that was erased: ${text.slice(0, 400)}`);
  }
  for (const { receipts, resent, address } of erased)
    for (const log of logs)
      if ([...receipts, ...resent].includes(log.id) && !log.address.endsWith('@erased.invalid'))
        violations.push(`${log.id} of ${address} has ${log.address} after the erasure`);
  const open = await database.rows(
    'select id from customer.erasures where not (logs_done and drips_done and engaged_logs >= logs)',
  );
  for (const { id } of open) violations.push(`The erasure ${id} does not end`);
  return violations;
}
