type Cell = string | number;

/**
 * A cell (RFC 4180). A leading apostrophe prevents spreadsheets from running a formula of a sender or recipient.
 * Numbers need none.
 */
export function formatCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const formatLine = (cells: readonly Cell[]): string => cells.map(formatCell).join(',');

/** The byte order mark makes Excel read UTF-8. */
export const csvFile = (lines: readonly string[]): Blob =>
  new Blob(['\uFEFF', [...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' });
