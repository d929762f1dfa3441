import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Pieces } from '@postrider/concurrency';
import { FairQueue } from '@postrider/concurrency';
import type { AnswerOf, RequestContext, SuppressionBody, SuppressionReason } from '@postrider/contracts';
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
 * The text in the body of POST /suppressions/import: the file itself, or a form with the field `file`.
 * @throws ServiceError `invalid_request` where there is none that can be read
 */
export function* csvOf(body: unknown, contentType: string | undefined): Pieces<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const csv = isForm(contentType) ? yield* fileOfForm(bytes, contentType) : bytes;
  if (!csv || csv.length === 0) throw unreadable('must be a CSV file');
  if (csv.length > maxMegabytes * 1024 * 1024) throw unreadable(`must be at most ${maxMegabytes} MB`);
  if (!isUtf8(csv)) throw unreadable('must be in UTF-8');
  return csv;
}

const unreadable = (message: string): ServiceError => ServiceError.invalidFields([{ field: 'file', message }]);

/** A line of a file: what it puts on the list, or why it does not. */
export type CsvLine = { readonly line: number } & ({ readonly entry: SuppressionBody } | { readonly problem: string });

interface Row {
  readonly info: Pick<Info, 'lines'>;
  readonly record: readonly string[];
}

/** What is parsed before others have their turn. */
const pieceBytes = 1024;
/** A longer line ends the import. */
const maxLineLength = 65_536;
/** As spreadsheets and other services name the column. */
const addressColumns = ['email', 'address', 'email address', 'email_address', 'e-mail'];

/**
 * The lines of a file, one after the other, however large it is: a header that names the column `email` and maybe `reason` and `note`, or no header and
 * an address in every line. `reason` counts for every line.
 * @throws ServiceError `invalid_request` where no column has addresses
 */
export async function* linesOf(csv: Buffer, reason: SuppressionReason | undefined): AsyncGenerator<CsvLine> {
  const skipped: CsvLine[] = [];
  const pieces = new AbortController();
  const atEnd: CsvLine[] = [];
  const onTooLong = (line: number): void => void atEnd.push({ line, problem: tooLong });
  const rows = Readable.from(piecesOf(csv, pieces.signal, onTooLong)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      max_record_size: maxLineLength,
      on_skip: (error) => {
        // The parser finds no end of a line that is too long, and reports it once for each piece.
        if (!pieces.signal.aborted) skipped.push({ line: lineOf(error), problem: problemOf(error) });
        if (error?.code === 'CSV_MAX_RECORD_SIZE') pieces.abort();
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
    columns ??= columnsOf(record);
    if (!isHeader) yield { line: info.lines, ...entryOf(record, columns, reason) };
  }
  yield* skipped;
  yield* atEnd;
  if (columns === undefined && skipped.length + atEnd.length === 0) throw unreadable('must be a CSV file');
}

/** Up to the first line that is too long: the parser counts what is in its cells, and not how many cells it has. */
async function* piecesOf(csv: Buffer, signal: AbortSignal, onTooLong: (line: number) => void): AsyncGenerator<Buffer> {
  let line = 1;
  let lineStart = 0;
  for (let start = 0; start < csv.length && !signal.aborted; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, csv.length);
    let isNewLine = start === 0;
    for (let at = start; at < end; at += 1) {
      if (!endsLine(csv, at)) continue;
      line += 1;
      lineStart = at + 1;
      isNewLine = true;
    }
    if (isNewLine && !endsSoon(csv, lineStart)) {
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

/** Whether the line that begins there is no longer than a line may be. */
function endsSoon(csv: Buffer, lineStart: number): boolean {
  if (csv.length - lineStart <= maxLineLength) return true;
  const line = csv.subarray(lineStart, lineStart + maxLineLength + 1);
  return line.includes(lf) || line.includes(cr);
}

/** What there is most of in the first line: spreadsheets of some countries write semicolons. */
function delimiterOf(csv: Buffer): string {
  const [first = ''] = csv.toString('utf8', 0, 1_000).split(/[\r\n]/, 1);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

interface Columns {
  readonly email: number;
  readonly reason: number;
  readonly note: number;
}

function columnsOf(first: readonly string[]): Columns {
  const names = first.map((name) => name.trim().toLowerCase());
  const email = names.findIndex((name) => addressColumns.includes(name));
  if (email >= 0) return { email, reason: names.indexOf('reason'), note: names.indexOf('note') };
  if (first[0]?.includes('@')) return { email: 0, reason: -1, note: -1 };
  throw unreadable('must begin with a line that names its columns, one of them email');
}

function entryOf(
  record: readonly string[],
  { email, reason, note }: Columns,
  ofAll: SuppressionReason | undefined,
): { entry: SuppressionBody } | { problem: string } {
  const checked = suppressionBody.safeParse({
    email: cellOf(record[email]),
    reason: ofAll ?? cellOf(record[reason]),
    note: cellOf(record[note]),
  });
  if (checked.success) return { entry: checked.data };
  return { problem: checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ') };
}

/** As it was before an export put an apostrophe before it, so that no spreadsheet takes it for a formula. */
const cellOf = (cell = ''): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '');

const lineOf = (error: CsvError | undefined): number => Number(error?.['lines'] ?? 0);

const tooLong = 'is longer than 64 KB: nothing after it was read';

function problemOf(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'has a quote that is not closed: nothing after it was read';
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return tooLong;
  return 'is no line of a CSV file';
}

/** See docs/operate/limits.md#suppressions. */
const maxErrors = 50;

export const importAnswer = ok.extend({
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
type ImportResult = Omit<z.output<typeof importAnswer>, keyof z.output<typeof ok>>;

/** Of an account: what one imports keeps delivery busy all the time. */
const imports = new FairQueue({ maxPerKey: 1 });

/** Puts a file on the list, part by part: what was taken stays, and the same file can be imported again. */
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
    const take = async (): Promise<void> => {
      const part: AnswerOf<typeof importSuppressions> = await services.call(importSuppressions, context, {
        entries,
        dry_run,
      });
      entries = [];
      result.added += part.added;
      result.known += part.known;
    };
    for await (const each of linesOf(csv, reason)) {
      if ('problem' in each) {
        result.refused += 1;
        if (result.errors.length < maxErrors) result.errors.push({ line: each.line, message: each.problem });
      } else if (entries.push(each.entry) === maxImportBatch) await take();
    }
    if (entries.length > 0) await take();
    return result;
  };
  return imports.run(run, { key: context.accountId });
}
