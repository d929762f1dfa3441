import type { InfiniteData } from '@tanstack/react-query';

/** One page of a list that is read by cursor (docs/api.md#suppressions). */
export type CursorPage<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

/** What the options of an infinite query say of every such list. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: CursorPage<unknown>): string | undefined => next_cursor ?? undefined,
};

export const rowsOf = <Row>({ pages }: InfiniteData<CursorPage<Row>, unknown>): readonly Row[] =>
  pages.flatMap(({ data }) => data);

/**
 * The list with its first page read anew: rows that are there are as they are now, new ones come first. Where no row of the new page is known, there
 * are others between them, so the list begins with the new page and is read on from there.
 */
export function withHead<Page extends { readonly data: readonly unknown[] }, Cursor>(
  { pages, pageParams }: InfiniteData<Page, Cursor>,
  head: Page,
  keyOf: (row: Page['data'][number]) => string,
): InfiniteData<Page, Cursor> {
  const fresh = new Map(head.data.map((row) => [keyOf(row), row]));
  const known = new Set(pages.flatMap(({ data }) => data.map(keyOf)));
  const added = head.data.filter((row) => !known.has(keyOf(row)));
  if (added.length === head.data.length && added.length > 0)
    return { pages: [head], pageParams: pageParams.slice(0, 1) };
  return {
    pages: pages.map((page, position) => ({
      ...page,
      data: [...(position === 0 ? added : []), ...page.data.map((row) => fresh.get(keyOf(row)) ?? row)],
    })),
    pageParams,
  };
}

type Readable = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Reads the next page, where there is one that is not being read already. */
export const readOn = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Readable): (() => void) | undefined =>
  hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
