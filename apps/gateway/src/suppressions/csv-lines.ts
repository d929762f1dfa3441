import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Pieces } from '@postrider/concurrency';
import type { SuppressionBody, SuppressionReason } from '@postrider/contracts';
import { ServiceError, suppressionBody } from '@postrider/contracts';
import type { CsvError, Info } from 'csv-parse';
import { parse } from 'csv-parse';
import { isUtf8 } from 'node:buffer';
import { fileOfForm, isForm } from '../http/uploaded-file.js';

/** See docs/limits.md#suppressions. */
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
const pieceBytes = 2 * 1024;
/** A longer line ends the import. */
const longestLine = 65_536;
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
  const rows = Readable.from(piecesOf(csv, pieces.signal)).pipe(
    parse({
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      max_record_size: longestLine,
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
  if (columns === undefined && skipped.length === 0) throw unreadable('must be a CSV file');
}

async function* piecesOf(csv: Buffer, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let start = 0; start < csv.length && !signal.aborted; start += pieceBytes) {
    yield csv.subarray(start, start + pieceBytes);
    await othersTurn();
  }
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

function problemOf(error: CsvError | undefined): string {
  if (error?.code === 'CSV_QUOTE_NOT_CLOSED') return 'has a quote that is not closed: nothing after it was read';
  if (error?.code === 'CSV_MAX_RECORD_SIZE') return 'is longer than 64 KB: nothing after it was read';
  return 'is no line of a CSV file';
}
