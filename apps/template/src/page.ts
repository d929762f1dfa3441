/** Of what is in one page, as it is stored. JSON writes a byte of it in at most six, and a reply has 15 MB. */
const maxBytes = 2 * 1_048_576;
const maxRows = 50;

/** How many rows to look at: those of a page, and whether there are more. */
export const rowsForPage = maxRows + 1;

/** A row of a list before its content is read. */
export interface SizedRow {
  readonly key: string;
  readonly bytes: number;
}

/** The keys of the first page of `rows`, at least one, and after which of them the list goes on, if it does. */
export function firstPage(rows: readonly SizedRow[]): { readonly keys: readonly string[]; readonly next?: string } {
  let bytes = 0;
  const beyond = rows.findIndex((row, place) => {
    bytes += row.bytes;
    return place >= maxRows || (place > 0 && bytes > maxBytes);
  });
  const keys = (beyond < 0 ? rows : rows.slice(0, beyond)).map(({ key }) => key);
  const last = keys.at(-1);
  return beyond < 0 || last === undefined ? { keys } : { keys, next: last };
}
