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
