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

type Readable = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/** Reads the next page, where there is one that is not being read already. */
export const readOn = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Readable): (() => void) | undefined =>
  hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined;
