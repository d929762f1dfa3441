/** Stored bytes per page. JSON escapes a byte to at most six, and a reply has at most 15 MB. */
const maxBytes = 2 * 1_048_576;
const maxRows = 50;

/** Rows to query: one more than a page has, to know whether another page follows. */
export const rowsForPage = maxRows + 1;

/** Key and size of a row, before its content is read. */
export interface SizedRow {
  readonly key: string;
  readonly bytes: number;
}

/** The keys of the first page of `rows`, at least one. `next` is the key to continue after. */
export function firstPage(rows: readonly SizedRow[]): { readonly keys: readonly string[]; readonly next?: string } {
  let bytes = 0;
  const beyond = rows.findIndex((row, index) => {
    bytes += row.bytes;
    return index >= maxRows || (index > 0 && bytes > maxBytes);
  });
  const keys = (beyond < 0 ? rows : rows.slice(0, beyond)).map(({ key }) => key);
  const last = keys.at(-1);
  return beyond < 0 || last === undefined ? { keys } : { keys, next: last };
}
