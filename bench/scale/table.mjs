/** Prints rows of cells as a table of Markdown, the first as its head. */
export function printTable(/** @type {unknown[][]} */ [head, ...rows]) {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
}

/** A number as people read it: three digits that count. */
export const shown = (/** @type {number} */ value) =>
  value === 0 ? '0' : value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
