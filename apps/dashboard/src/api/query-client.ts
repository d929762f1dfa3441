import type { InfiniteData, InvalidateOptions, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';
import type { CursorPage } from './pages.js';
import { withoutPagesBelow } from './pages.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    mutationMeta: {
      /** The form shows the failure, so there is no toast. */
      readonly showsFailure?: true;
    };
  }
}

const retries = 2;
/** Retries temporary failures while the page is visible. */
const againAfterMs = 5_000;

/** Retries reads without a response, but not rejections. The failure of a service is shown before the retry. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < retries &&
  error instanceof ApiFailure &&
  error.isTemporary &&
  error.code !== 'rate_limited' &&
  error.carriedOut === 'no';

const isTemporary = (error: Error | null): boolean => error instanceof ApiFailure && error.isTemporary;

const hasSeveralPages = (data: unknown): data is InfiniteData<CursorPage<unknown>> => {
  const { pages = [] } = (data ?? {}) as { readonly pages?: readonly unknown[] };
  return pages.length > 1;
};

/** Refetches the visible part of lists. */
class ShownQueries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const { data, dataUpdatedAt: updatedAt } = query.state;
      if (hasSeveralPages(data))
        this.setQueryData(query.queryKey, withoutPagesBelow(data, query.isActive()), { updatedAt });
    }
    return super.invalidateQueries(filters, options);
  }
}

export const createQueryClient = (sayFailure: (error: Error) => void): QueryClient =>
  new ShownQueries({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: mayRetry,
        // A prefetch can fail before the page mounts. The page then shows the error before it retries.
        retryOnMount: ({ state: { error } }) => !isTemporary(error),
        // A list with several pages is not refetched, because that would load every page.
        refetchOnWindowFocus: ({ state: { data } }) => !hasSeveralPages(data),
        refetchInterval: ({ state: { error } }) => (isTemporary(error) ? againAfterMs : false),
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => {
        if (!mutation.meta?.showsFailure) sayFailure(error);
      },
    }),
  });
