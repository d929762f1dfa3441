import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Stepwise } from '@postrider/concurrency';
import { FairQueue } from '@postrider/concurrency';
import type { ResponseInputOf, RequestContext, SuppressionBody, SuppressionReason } from '@postrider/contracts';
import { ServiceError, importSuppressions, maxImportBatch, ok, suppressionBody } from '@postrider/contracts';
import type { CsvError, Info } from 'csv-parse';
import { parse } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { fileOfForm, isForm } from '../http/uploaded-file.js';
import type { ContractClient } from '@postrider/messaging';
import { z } from 'zod';

/** See docs/operate/limits.md#suppressions. */
const maxMegabytes = 5;

/**
 * The file in the body of POST /suppressions/import: the body itself, or the field `file` of a form.
 * @throws ServiceError `invalid_request` if there is no readable file
 */
export function* readCsv(body: unknown, contentType: string | undefined): Stepwise<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const csv = isForm(contentType) ? yield* fileOfForm(bytes, contentType) : bytes;
  if (!csv || csv.length === 0) throw unreadable('must be a CSV file');
  if (csv.length > maxMegabytes * 1024 * 1024) throw unreadable(`must be at most ${maxMegabytes} MB`);
  if (!isUtf8(csv)) throw unreadable('must be in UTF-8');
  return csv;
}

const unreadable = (message: string): ServiceError => ServiceError.invalidField('file', message);

/** A line of the file: the suppression, or the error. */
export type CsvLine = { readonly line: number } & ({ readonly entry: SuppressionBody } | { readonly problem: string });

interface Row {
  readonly info: Pick<Info, 'lines'>;
  readonly record: readonly string[];
}

/** Bytes parsed without a pause. */
const chunkBytes = 1024;
/** A longer line ends the import. */
const maxLineLength = 65_536;
/** The names that spreadsheets and other services use. */
const addressColumns = ['email', 'address', 'email address', 'email_address', 'e-mail'];

/**
 * Streams the lines of a file. It has a header with `email` and optionally `reason` and `note`, or no header and an
 * address in the first column. `reason` overrides that of each line.
 * @throws ServiceError `invalid_request` if no column has addresses
 */
export async function* parseLines(csv: Buffer, reason: SuppressionReason | undefined): AsyncGenerator<CsvLine> {
  const skipped: CsvLine[] = [];
  const input = new AbortController();
  const atEnd: CsvLine[] = [];
  const onTooLong = (line: number): void => void atEnd.push({ line, problem: tooLong });
  const rows = Readable.from(splitChunks(csv, input.signal, onTooLong)).pipe(
    parse({
      bom: true,
      delimiter: detectDelimiter(csv),
      info: true,
      max_record_size: maxLineLength,
      on_skip: (error) => {
        // After a line that is too long, the parser reports it again for each further piece.
        if (!input.signal.aborted) skipped.push({ line: getLine(error), problem: describeProblem(error) });
        if (error?.code === 'CSV_MAX_RECORD_SIZE') input.abort();
        return undefined;
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      trim: true,
    }),
  ) as AsyncIterable<Row>;
  let columns: Columns | undefined;
  for await (const { info, record } of rows) {
    yield* skipped.splice(0);
    const isHeader = columns === undefined && !record[0]?.includes('@');
    columns ??= findColumns(record);
    if (!isHeader) yield { line: info.lines, ...parseEntry(record, columns, reason) };
  }
  yield* skipped;
  yield* atEnd;
  if (columns === undefined && skipped.length + atEnd.length === 0) throw unreadable('must be a CSV file');
}

/** Stops at the first line that is too long: the parser's limit counts the content of cells, but not their number. */
async function* splitChunks(
  csv: Buffer,
  signal: AbortSignal,
  onTooLong: (line: number) => void,
): AsyncGenerator<Buffer> {
  let line = 1;
  let lineStart = 0;
  for (let start = 0; start < csv.length && !signal.aborted; start += chunkBytes) {
    const end = Math.min(start + chunkBytes, csv.length);
    let isNewLine = start === 0;
    for (let at = start; at < end; at += 1) {
      if (!endsLine(csv, at)) continue;
      line += 1;
      lineStart = at + 1;
      isNewLine = true;
    }
    if (isNewLine && !isLineWithinLimit(csv, lineStart)) {
      yield csv.subarray(start, lineStart);
      onTooLong(line);
      return;
    }
    yield csv.subarray(start, end);
    await othersTurn();
  }
}

const lf = 0x0a;
const cr = 0x0d;

const endsLine = (csv: Buffer, at: number): boolean => csv[at] === lf || (csv[at] === cr && csv[at + 1] !== lf);

/** Whether the line that starts here is within the maximum length. */
function isLineWithinLimit(csv: Buffer, lineStart: number): boolean {
  if (csv.length - lineStart <= maxLineLength) return true;
  const line = csv.subarray(lineStart, lineStart + maxLineLength + 1);
  return line.includes(lf) || line.includes(cr);
}

/** The most frequent delimiter of the first line: spreadsheets use semicolons in some locales. */
function detectDelimiter(csv: Buffer): string {
  const [first = ''] = csv.toString('utf8', 0, 1_000).split(/[\r\n]/, 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

interface Columns {
  readonly email: number;
  readonly reason: number;
  readonly note: number;
}

function findColumns(first: readonly string[]): Columns {
  const names = first.map((name) => name.trim().toLowerCase());
  const email = names.findIndex((name) => addressColumns.includes(name));
  if (email >= 0) return { email, reason: names.indexOf('reason'), note: names.indexOf('note') };
  if (first[0]?.includes('@')) return { email: 0, reason: -1, note: -1 };
  throw unreadable('must start with a line of column names that include email');
}

function parseEntry(
  record: readonly string[],
  { email, reason, note }: Columns,
  fixedReason: SuppressionReason | undefined,
): { entry: SuppressionBody } | { problem: string } {
  const checked = suppressionBody.safeParse({
    email: parseCell(record[email]),
    reason: fixedReason ?? parseCell(record[reason]),
    note: parseCell(record[note]),
  });
  if (checked.success) return { entry: checked.data };
  return { problem: checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ') };
}

/** Removes the apostrophe with which an export escapes formulas. */
const parseCell = (cell = ''): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '');

const getLine = (error: CsvError | undefined): number => Number(error?.['lines'] ?? 0);

const tooLong = 'is longer than 64 KB; the rest of the file was not read';

function describeProblem(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'has a quote that is not closed; the rest of the file was not read';
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return tooLong;
  return 'is not a valid CSV line';
}

/** See docs/operate/limits.md#suppressions. */
const maxErrors = 50;

export const importResponse = ok.extend({
  dry_run: z.boolean().describe('Whether this was a dry run.'),
  added: z.int().describe('Added lines; in a dry run, lines that would be added.'),
  known: z.int().describe('Lines already on the list for the same reason.'),
  refused: z.int().describe('Lines with an error.'),
  errors: z
    .array(
      z.object({ line: z.int().describe('The line of the file, from 1.'), message: z.string().describe('Its error.') }),
    )
    .describe(`The first ${maxErrors} of them.`),
});
type ImportResult = Omit<z.output<typeof importResponse>, keyof z.output<typeof ok>>;

/** One import at a time per account, because each keeps delivery busy. */
const imports = new FairQueue({ maxPerKey: 1 });

/** Imports a file in batches. After a failure, the imported batches stay, and the file can be imported again. */
export function importCsv(
  services: ContractClient,
  context: RequestContext,
  csv: Buffer,
  {
    dry_run = false,
    reason,
  }: { readonly dry_run?: boolean | undefined; readonly reason?: SuppressionReason | undefined },
): Promise<ImportResult> {
  const run = async () => {
    const result = { dry_run, added: 0, known: 0, refused: 0, errors: [] as ImportResult['errors'] };
    let entries: SuppressionBody[] = [];
    const importBatch = async (): Promise<void> => {
      const batch: ResponseInputOf<typeof importSuppressions> = await services.call(importSuppressions, context, {
        entries,
        dry_run,
      });
      entries = [];
      result.added += batch.added;
      result.known += batch.known;
    };
    for await (const each of parseLines(csv, reason)) {
      if ('problem' in each) {
        result.refused += 1;
        if (result.errors.length < maxErrors) result.errors.push({ line: each.line, message: each.problem });
      } else if (entries.push(each.entry) === maxImportBatch) await importBatch();
    }
    if (entries.length > 0) await importBatch();
    return result;
  };
  return imports.run(run, { key: context.accountId });
}
