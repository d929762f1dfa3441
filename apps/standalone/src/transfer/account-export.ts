import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import type { Schema } from '../provision.js';
import type { AccountTable } from './account-tables.js';
import { accountTables, lineOfRow } from './account-tables.js';

/** Rows that are in memory at a time: as many as took about so many characters before, and no more than this. */
const fetchedCharacters = 1024 * 1024;
const fetchedAtMost = 1_000;

/**
 * The lines of the export, of one moment. The connection is in use until the last of them.
 *
 * @throws Error when there is none of the account
 */
export async function* exportedLines(
  client: Client,
  accountId: string,
  schemas: readonly Schema[],
): AsyncGenerator<string> {
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    yield JSON.stringify({ format: 'postrider account', version: 1, account: accountId });
    let rows = 0;
    for (const table of accountTables.filter(({ schema }) => schemas.includes(schema))) {
      const columns = await columnsOf(client, table);
      yield JSON.stringify({ table: `${table.schema}.${table.name}`, columns });
      for await (const row of rowsOf(client, table, columns, accountId)) {
        rows++;
        yield lineOfRow(row);
      }
    }
    if (rows === 0) throw new Error(`There is nothing of the account ${accountId}.`);
    yield JSON.stringify({ rows });
  } finally {
    await client.query('rollback');
  }
}

async function columnsOf(client: Client, { schema, name, without = [] }: AccountTable): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = format('%I.%I', $1::text, $2::text)::regclass
       and attnum > 0 and not attisdropped and attname <> all($3) order by attnum`,
    [schema, name, without],
  );
  return rows.map(({ column }) => column);
}

async function* rowsOf(
  client: Client,
  { schema, name, ownedBy = 'account_id', where = 'true', orderBy }: AccountTable,
  columns: readonly string[],
  accountId: string,
): AsyncGenerator<string> {
  await client.query(
    `declare exported no scroll cursor for select row_to_json(picked)::text as row from (
       select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(schema)}.${escapeIdentifier(name)}
       where ${ownedBy} = $1 and ${where} order by ${orderBy}
     ) as picked`,
    [accountId],
  );
  for (let count = 1; count > 0;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from exported`);
    for (const { row } of rows) yield row;
    count = rows.length < count ? 0 : nextCount(rows);
  }
  await client.query('close exported');
}

function nextCount(rows: readonly { readonly row: string }[]): number {
  const characters = rows.reduce((sum, { row }) => sum + row.length, 0) / rows.length;
  // Rows that follow may be larger than those before.
  return Math.max(1, Math.min(2 * rows.length, fetchedAtMost, Math.floor(fetchedCharacters / characters)));
}
