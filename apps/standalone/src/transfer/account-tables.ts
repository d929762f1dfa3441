import type { Schema } from '../provision.js';
import { z } from 'zod';

/**
 * What a file is made of, a line each: what it is, then of each table its columns and its rows, and how many rows there were. Rows are as PostgreSQL
 * wrote them and are never parsed here, so that numbers keep their text.
 */
export const heading = z.object({ format: z.literal('postrider account'), version: z.literal(1), account: z.string() });
export const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const lastLine = z.object({ rows: z.number().int() });

const rowPrefix = '{"row":';

/** Of a row as JSON. What JSON has of line ends lies between its values. */
export const lineOfRow = (json: string): string => `${rowPrefix}${json.replaceAll(/[\r\n]/g, ' ')}}`;

/** The row as JSON; undefined for another line. */
export const rowOfLine = (line: string): string | undefined =>
  line.startsWith(rowPrefix) ? line.slice(rowPrefix.length, -1) : undefined;

/** @throws Error with the number of the line */
export function readLine<Schema extends z.ZodType>(schema: Schema, line: string, number: number): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`Line ${number} is not of the export of an account.`, { cause: error });
  }
}

/** Read as they are asked for. What follows the last line end is a line too. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** A table with what an account owns and would need elsewhere. */
export interface AccountTable {
  readonly schema: Schema;
  readonly name: string;
  /** The column that says whose row it is; `account_id` when absent. */
  readonly ownedBy?: string;
  /** Columns that stay behind: what the database gives out itself, and what is true of this installation alone. */
  readonly without?: readonly string[];
  /** SQL: the rows that are wanted. */
  readonly where?: string;
  readonly orderBy: string;
  /** Rows refer to others of the same table, so they are written in one statement. */
  readonly together?: boolean;
}

/**
 * What moves with an account (docs/operate/commands.md#move-an-account), each table after those that its rows refer to. Logs, figures, what waits to be sent,
 * and people's memberships stay.
 */
export const accountTables: readonly AccountTable[] = [
  { schema: 'gateway', name: 'accounts', ownedBy: 'id', without: ['own_mail'], orderBy: 'id' },
  { schema: 'gateway', name: 'api_keys', without: ['last_used_at'], where: 'revoked_at is null', orderBy: 'id' },
  { schema: 'template', name: 'templates', orderBy: 'id' },
  { schema: 'template', name: 'locales', orderBy: 'template_id, created_at, locale' },
  { schema: 'template', name: 'artifacts', where: 'unused_since is null', orderBy: 'id' },
  { schema: 'template', name: 'versions', orderBy: 'id' },
  { schema: 'template', name: 'snippets', orderBy: 'id' },
  { schema: 'template', name: 'snippet_uses', orderBy: 'version_id, snippet_id' },
  { schema: 'template', name: 'template_samples', orderBy: 'id' },
  {
    schema: 'delivery',
    name: 'esp_accounts',
    without: ['rate_tokens', 'rate_refilled_at'],
    orderBy: 'id',
    together: true,
  },
  { schema: 'delivery', name: 'suppressions', without: ['seq'], orderBy: 'seq' },
  { schema: 'tracking', name: 'webhooks', orderBy: 'id' },
  { schema: 'customer', name: 'customers', orderBy: 'email' },
  { schema: 'drip', name: 'campaigns', where: 'deleted_at is null', orderBy: 'id' },
  { schema: 'drip', name: 'steps', orderBy: 'campaign_id, position' },
];
