import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    mutationMeta: {
      /** The form shows the failure itself; no toast says it again. */
      readonly showsFailure?: true;
    };
  }
}

const retries = 2;
/** What could not be had for a reason that passes is asked for until it can be, as long as somebody looks. */
const againAfterMs = 5_000;

/** What was refused stays refused; what did not get through is asked again, a read only. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < retries && error instanceof ApiFailure && error.isPassing && error.code !== 'rate_limited';

export const createQueryClient = (sayFailure: (error: Error) => void): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: mayRetry,
        refetchOnWindowFocus: true,
        refetchInterval: ({ state: { error } }) =>
          error instanceof ApiFailure && error.isPassing ? againAfterMs : false,
      },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _onMutateResult, mutation) => {
        if (!mutation.meta?.showsFailure) sayFailure(error);
      },
    }),
  });
