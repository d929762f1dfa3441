import type { FoundLog, LogsPage } from './queries.js';

export const rowsOf = (pages: readonly LogsPage[]): readonly FoundLog[] => pages.flatMap(({ data }) => data);

/** Pages in a row, at the end, in which nothing was found. */
export const emptyRun = (pages: readonly LogsPage[]): number =>
  pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0);
