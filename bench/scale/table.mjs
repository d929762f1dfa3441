/** Prints rows as a Markdown table with the first as header. */
export function printTable(/** @type {unknown[][]} */ [head, ...rows]) {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
}

/** Formats a number with three significant digits. */
export const shown = (/** @type {number} */ value) =>
  value === 0 ? '0' : value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
