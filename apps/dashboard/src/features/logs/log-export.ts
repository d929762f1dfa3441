import { csvFile, formatLine } from '../../ui/csv.js';
import type { LogQuery } from './log-search.js';
import type { FoundLog, LogBatch } from './queries.js';

export const maxExported = 10_000;
const pageSize = 100;

/** The state of an export. After a failure it can continue. */
export type LogExport = {
  readonly rows: readonly string[];
  /** Null at the end, undefined before the first page. */
  readonly cursor: string | null | undefined;
  /** How far back the search went, in seconds since 1970. */
  readonly searchedTo: number | null;
};
export const newExport: LogExport = { rows: [], cursor: undefined, searchedTo: null };

export const isComplete = ({ rows, cursor }: LogExport): boolean => cursor === null || rows.length >= maxExported;

type Read = (page: Pick<LogQuery, 'count' | 'cursor'>) => Promise<LogBatch>;

/** Adds the next page to the export. */
export async function withNextPage(done: LogExport, read: Read): Promise<LogExport> {
  const page = await read({ count: pageSize, ...(done.cursor ? { cursor: done.cursor } : {}) });
  return {
    rows: [...done.rows, ...page.data.map(formatRow)].slice(0, maxExported),
    cursor: page.next_cursor,
    searchedTo: page.searched_to,
  };
}

const formatTime = (seconds: number | undefined): string =>
  seconds === undefined ? '' : new Date(seconds * 1_000).toISOString();

const columns: Readonly<Record<string, (log: FoundLog) => string>> = {
  id: ({ id }) => id,
  created: ({ created }) => formatTime(created),
  recipient_address: ({ recipient_address }) => recipient_address,
  recipient_name: ({ recipient_name }) => recipient_name,
  subject: ({ subject = '' }) => subject,
  status: ({ status }) => status,
  status_changed: ({ status_changed }) => formatTime(status_changed),
  message: ({ message }) => message,
  template: ({ email_name }) => email_name,
  template_id: ({ email_id }) => email_id,
  version: ({ email_version }) => email_version ?? '',
  tags: ({ tags }) => tags.join(', '),
  test: ({ test }) => String(test),
};

const formatRow = (log: FoundLog): string => formatLine(Object.values(columns).map((column) => column(log)));

export const toFile = ({ rows }: LogExport): Blob => csvFile([formatLine(Object.keys(columns)), ...rows]);
