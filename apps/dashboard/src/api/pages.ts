import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** One page of a list that is read by cursor (docs/reference/suppressions.md). */
export type CursorPage<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

/** A list that is loaded page by page. Pages above the visible ones are not refetched. */
export const listQuery = <Page extends CursorPage<unknown>, const Key extends QueryKey>(
  queryKey: Key,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, pageParam, signal }) =>
      pageAbove(client.getQueryData<InfiniteData<Page>>(queryKey), pageParam) ?? read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });

function pageAbove<Page extends CursorPage<unknown>>(
  list: InfiniteData<Page> | undefined,
  cursor: string | undefined,
): Page | undefined {
  if (!list) return undefined;
  const position = list.pageParams.indexOf(cursor);
  return position < shownPages(list).first ? list.pages[position] : undefined;
}

/** The rows that each table on the screen shows. */
const tables = new Set<() => readonly unknown[]>();

export function registerTable(shownRows: () => readonly unknown[]): () => void {
  tables.add(shownRows);
  return () => tables.delete(shownRows);
}

/** Positions of the first and last page with rows that a table shows; -1 without any. */
function shownPages({ pages }: InfiniteData<CursorPage<unknown>>): { readonly first: number; readonly last: number } {
  const rows = new Set([...tables].flatMap((shownRows) => shownRows()));
  const isShown = ({ data }: CursorPage<unknown>): boolean => data.some((row) => rows.has(row));
  return { first: pages.findIndex(isShown), last: pages.findLastIndex(isShown) };
}

/** The list without the pages below the visible ones. Scrolling loads them again. */
export function withoutPagesBelow(
  list: InfiniteData<CursorPage<unknown>>,
  isActive: boolean,
): InfiniteData<CursorPage<unknown>> {
  const { last } = shownPages(list);
  if (last < 0 && isActive) return list;
  const count = Math.max(last, 0) + 1;
  return { pages: list.pages.slice(0, count), pageParams: list.pageParams.slice(0, count) };
}

export const getRows = <Row>({ pages }: InfiniteData<CursorPage<Row>, unknown>): readonly Row[] =>
  pages.flatMap(({ data }) => data);

/**
 * The list with a refreshed first page: known rows are updated in place and new ones come first. If no row of the new
 * page is known, rows between them may be missing, so the list begins with the new page and is read on from there.
 */
export function mergeFirstPage<Page extends { readonly data: readonly unknown[] }, Cursor>(
  { pages, pageParams }: InfiniteData<Page, Cursor>,
  head: Page,
  getKey: (row: Page['data'][number]) => string,
): InfiniteData<Page, Cursor> {
  const fresh = new Map(head.data.map((row) => [getKey(row), row]));
  const known = new Set(pages.flatMap(({ data }) => data.map(getKey)));
  const added = head.data.filter((row) => !known.has(getKey(row)));
  if (added.length === head.data.length && added.length > 0)
    return { pages: [head], pageParams: pageParams.slice(0, 1) };
  return {
    pages: pages.map((page, position) => ({
      ...page,
      data: [...(position === 0 ? added : []), ...page.data.map((row) => fresh.get(getKey(row)) ?? row)],
    })),
    pageParams,
  };
}

type LoadablePages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Loads the next page, if there is one. Not during another fetch, which it would cancel. */
export const nextPageLoader = ({ hasNextPage, isFetching, fetchNextPage }: LoadablePages): (() => void) | undefined =>
  hasNextPage && !isFetching ? () => void fetchNextPage() : undefined;
