import type { FoundLog, LogsPage } from './queries.js';

/** The list with its head read anew: rows that are there are as they are now, new ones come first. */
export function withHead(pages: readonly LogsPage[], head: LogsPage): LogsPage[] {
  const fresh = new Map(head.data.map((log) => [log.id, log]));
  const known = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const added = head.data.filter(({ id }) => !known.has(id));
  return pages.map((page, position) => ({
    ...page,
    data: [...(position === 0 ? added : []), ...page.data.map((log) => fresh.get(log.id) ?? log)],
  }));
}

export const rowsOf = (pages: readonly LogsPage[]): readonly FoundLog[] => pages.flatMap(({ data }) => data);

/** Pages in a row, at the end, in which nothing was found. */
export const emptyRun = (pages: readonly LogsPage[]): number =>
  pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0);
