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
