import { queryOptions } from '@tanstack/react-query';
import { readLogInMethods, readSession } from './requests.js';

/** Asked once: that it has ended is told by the answer to whatever is asked next, and must not take the page away. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  // The same session that looks at another account is another one to whoever shows it.
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/** The same for as long as the page is open: the operator decides it. */
export const logInMethodsQuery = queryOptions({
  queryKey: ['log-in-methods'],
  queryFn: readLogInMethods,
  staleTime: Number.POSITIVE_INFINITY,
});
