import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import type { AccountTable } from './account-tables.js';
import { accountTables, heading, lastLine, readLine, rowOfLine, tableLine } from './account-tables.js';

/** What is written in one statement: so many rows, or characters of them. */
const writtenRows = 500;
const writtenCharacters = 1024 * 1024;

/**
 * Writes what was exported, all of it or nothing, and answers whose it is and how many rows. Only an account of which there is nothing yet.
 *
 * @throws Error that says what is wrong with the file, or in the way
 */
export async function importLines(
  client: Client,
  lines: AsyncIterable<string>,
): Promise<{ readonly accountId: string; readonly rows: number }> {
  await client.query('begin');
  try {
    const written = await new Import(client).write(lines);
    await client.query('commit');
    return written;
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
    for await (const line of lines) await this.take(line, ++number);
    if (this.accountId === undefined || !this.complete)
      throw new Error('The file is not complete: its end is missing.');
    return { accountId: this.accountId, rows: this.rows };
  }

  private async take(line: string, number: number): Promise<void> {
    const row = rowOfLine(line);
    if (this.complete) throw new Error(`Line ${number} is behind the end of the export.`);
    if (this.accountId === undefined) this.accountId = readLine(heading, line, number).account;
    else if (row !== undefined) await this.add(row, number);
    else if (line.startsWith('{"table":')) await this.begin(readLine(tableLine, line, number));
    else await this.end(readLine(lastLine, line, number).rows);
  }

  private async begin({ table, columns }: { table: string; columns: readonly string[] }): Promise<void> {
    await this.flush();
    const known = accountTables.find(({ schema, name }) => `${schema}.${name}` === table);
    if (!known) throw new Error(`The table ${table} is none of an export.`);
    await this.requireColumns(table, columns);
    const owner = escapeIdentifier(known.ownedBy ?? 'account_id');
    const { rows } = await this.client.query(`select from ${table} where ${owner} = $1 limit 1`, [this.accountId]);
    if (rows.length > 0) throw new Error(`There is something of the account ${this.accountId} already, in ${table}.`);
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
        `${table} has no ${rows.map(({ column }) => column).join(', ')}: the export is of a newer version.`,
      );
  }

  private async add(row: string, number: number): Promise<void> {
    if (!this.table) throw new Error(`Line ${number} is a row of no table.`);
    this.batch.push(row);
    this.characters += row.length;
    const full = this.batch.length >= writtenRows || this.characters >= writtenCharacters;
    if (full && this.table.together !== true) await this.flush();
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
      throw new Error(`${schema}.${name} has rows of another account than ${this.accountId}.`);
    this.rows += this.batch.length;
    this.batch = [];
    this.characters = 0;
  }

  private async end(rows: number): Promise<void> {
    await this.flush();
    if (rows !== this.rows) throw new Error(`The file is not complete: ${this.rows} of ${rows} rows are there.`);
    this.complete = true;
  }
}
