import type { Schema } from './provision.js';
import { z } from 'zod';
import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';

/**
 * Format of an export file, one JSON value per line: a heading, then for each table its columns and its rows, then the
 * number of rows. Rows are stored as PostgreSQL printed them and are never parsed here, so that numbers keep their
 * digits.
 */
const heading = z.object({ format: z.literal('postrider account'), version: z.literal(1), account: z.string() });
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const lastLine = z.object({ rows: z.number().int() });

const rowPrefix = '{"row":';

/** The line of a row. Line breaks in JSON text are only between values. */
export const lineOfRow = (json: string): string => `${rowPrefix}${json.replaceAll(/[\r\n]/g, ' ')}}`;

/** The row as JSON; undefined for other lines. */
export const rowOfLine = (line: string): string | undefined =>
  line.startsWith(rowPrefix) ? line.slice(rowPrefix.length, -1) : undefined;

/** @throws Error with the number of the line */
function readLine<Schema extends z.ZodType>(schema: Schema, line: string, number: number): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`Line ${number} is not part of an account export.`, { cause: error });
  }
}

/** Splits text into lines, reading on demand. Text after the last line break is a line, too. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** A table with data of an account that another installation needs. */
export interface AccountTable {
  readonly schema: Schema;
  readonly name: string;
  /** The column with the account id; default `account_id`. */
  readonly ownedBy?: string;
  /** Columns that are not exported: generated values, and state of this installation. */
  readonly without?: readonly string[];
  /** SQL condition of the exported rows. */
  readonly where?: string;
  readonly orderBy: string;
  /** Rows refer to others of the same table, so they are inserted in one statement. */
  readonly singleStatement?: boolean;
}

/**
 * Tables that move with an account (docs/operate/commands.md#move-an-account), after those that their rows refer to.
 * Logs, statistics, pending email and memberships of drip campaigns are not moved.
 */
export const accountTables: readonly AccountTable[] = [
  { schema: 'gateway', name: 'accounts', ownedBy: 'id', without: ['own_mail'], orderBy: 'id' },
  { schema: 'gateway', name: 'api_keys', without: ['last_used_at'], where: 'revoked_at is null', orderBy: 'id' },
  { schema: 'gateway', name: 'identity_hooks', without: ['last_call_at', 'last_error'], orderBy: 'id' },
  { schema: 'template', name: 'templates', orderBy: 'id' },
  { schema: 'template', name: 'locales', orderBy: 'template_id, created_at, locale' },
  { schema: 'template', name: 'artifacts', where: 'unused_since is null', orderBy: 'id' },
  { schema: 'template', name: 'versions', orderBy: 'id' },
  { schema: 'template', name: 'version_comments', orderBy: 'version_id, id' },
  { schema: 'template', name: 'snippets', orderBy: 'id' },
  { schema: 'template', name: 'snippet_uses', orderBy: 'version_id, snippet_id' },
  { schema: 'template', name: 'template_samples', orderBy: 'id' },
  { schema: 'template', name: 'images', orderBy: 'id' },
  {
    schema: 'delivery',
    name: 'esp_accounts',
    without: ['rate_tokens', 'rate_refilled_at'],
    orderBy: 'id',
    singleStatement: true,
  },
  { schema: 'delivery', name: 'suppressions', without: ['seq'], orderBy: 'seq' },
  { schema: 'tracking', name: 'webhooks', orderBy: 'id' },
  {
    schema: 'tracking',
    name: 'alerts',
    // The new installation evaluates them anew.
    without: [
      'watched_since',
      'due_at',
      'checked_at',
      'observed',
      'state',
      'state_since',
      'met_since',
      'met_at',
      'notified_state',
      'notified_at',
    ],
    orderBy: 'id',
  },
  { schema: 'customer', name: 'customers', orderBy: 'email' },
  { schema: 'drip', name: 'campaigns', where: 'deleted_at is null', orderBy: 'id' },
  { schema: 'drip', name: 'steps', orderBy: 'campaign_id, position' },
];

/** Limits of rows in memory: the next fetch is sized by the previous rows. */
const maxFetchedCharacters = 1024 * 1024;
const maxFetchedRows = 1_000;

/**
 * The lines of an export, from one snapshot. Uses the connection until the last line.
 *
 * @throws Error when the account has no data
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
      const columns = await loadColumns(client, table);
      yield JSON.stringify({ table: `${table.schema}.${table.name}`, columns });
      for await (const row of readRows(client, table, columns, accountId)) {
        rows++;
        yield lineOfRow(row);
      }
    }
    if (rows === 0) throw new Error(`The account ${accountId} has no data.`);
    yield JSON.stringify({ rows });
  } finally {
    await client.query('rollback');
  }
}

async function loadColumns(client: Client, { schema, name, without = [] }: AccountTable): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = format('%I.%I', $1::text, $2::text)::regclass
       and attnum > 0 and not attisdropped and attname <> all($3) order by attnum`,
    [schema, name, without],
  );
  return rows.map(({ column }) => column);
}

async function* readRows(
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
  // The next rows may be larger.
  return Math.max(1, Math.min(2 * rows.length, maxFetchedRows, Math.floor(maxFetchedCharacters / characters)));
}

/** Limits per insert statement, in rows and characters. */
const maxInsertedRows = 500;
const maxInsertedCharacters = 1024 * 1024;

/**
 * Imports an export in one transaction; returns the account and the number of rows. The account must have no data yet.
 *
 * @throws Error when the file is invalid or the account has data
 */
export async function importLines(
  client: Client,
  lines: AsyncIterable<string>,
): Promise<{ readonly accountId: string; readonly rows: number }> {
  await client.query('begin');
  try {
    const counts = await new Import(client).write(lines);
    await client.query('commit');
    return counts;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

class Import {
  private accountId: string | undefined;
  private table: AccountTable | undefined;
  private columns: readonly string[] = [];
  private batch: string[] = [];
  private characters = 0;
  private rows = 0;
  private complete = false;

  constructor(private readonly client: Client) {}

  async write(lines: AsyncIterable<string>): Promise<{ accountId: string; rows: number }> {
    let number = 0;
    for await (const line of lines) await this.readRecord(line, ++number);
    if (this.accountId === undefined || !this.complete) throw new Error('The file is incomplete: its end is missing.');
    return { accountId: this.accountId, rows: this.rows };
  }

  private async readRecord(line: string, number: number): Promise<void> {
    const row = rowOfLine(line);
    if (this.complete) throw new Error(`Line ${number} is after the end of the export.`);
    if (this.accountId === undefined) this.accountId = readLine(heading, line, number).account;
    else if (row !== undefined) await this.add(row, number);
    else if (line.startsWith('{"table":')) await this.startTable(readLine(tableLine, line, number));
    else await this.end(readLine(lastLine, line, number).rows);
  }

  private async startTable({ table, columns }: { table: string; columns: readonly string[] }): Promise<void> {
    await this.flush();
    const known = accountTables.find(({ schema, name }) => `${schema}.${name}` === table);
    if (!known) throw new Error(`The table ${table} is not part of an export.`);
    await this.requireColumns(table, columns);
    const owner = escapeIdentifier(known.ownedBy ?? 'account_id');
    const { rows } = await this.client.query(`select from ${table} where ${owner} = $1 limit 1`, [this.accountId]);
    if (rows.length > 0) throw new Error(`The account ${this.accountId} already has data in ${table}.`);
    this.table = known;
    this.columns = columns;
  }

  private async requireColumns(table: string, columns: readonly string[]): Promise<void> {
    const { rows } = await this.client.query<{ column: string }>(
      `select name as column from unnest($2::text[]) as name
       where not exists (select from pg_attribute where attrelid = $1::regclass and attname = name and attnum > 0 and not attisdropped)`,
      [table, columns],
    );
    if (rows.length > 0)
      throw new Error(
        `${table} has no ${rows.map(({ column }) => column).join(', ')}: the export is from a newer version.`,
      );
  }

  private async add(row: string, number: number): Promise<void> {
    if (!this.table) throw new Error(`Line ${number} is a row without a table.`);
    this.batch.push(row);
    this.characters += row.length;
    const full = this.batch.length >= maxInsertedRows || this.characters >= maxInsertedCharacters;
    if (full && this.table.singleStatement !== true) await this.flush();
  }

  private async flush(): Promise<void> {
    if (!this.table || this.batch.length === 0) return;
    const { schema, name, ownedBy = 'account_id' } = this.table;
    const columns = this.columns.map(escapeIdentifier).join(', ');
    const { rowCount } = await this.client.query(
      `insert into ${schema}.${name} (${columns}) select ${columns} from json_populate_recordset(null::${schema}.${name}, $1::json)
       where ${escapeIdentifier(ownedBy)} = $2`,
      [`[${this.batch.join(',')}]`, this.accountId],
    );
    if (rowCount !== this.batch.length)
      throw new Error(`${schema}.${name} has rows of an account other than ${this.accountId}.`);
    this.rows += this.batch.length;
    this.batch = [];
    this.characters = 0;
  }

  private async end(rows: number): Promise<void> {
    await this.flush();
    if (rows !== this.rows) throw new Error(`The file is incomplete: it has ${this.rows} of ${rows} rows.`);
    this.complete = true;
  }
}
