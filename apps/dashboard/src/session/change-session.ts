import type { QueryClient } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { leaveEventStream, restartEventStream } from '../api/use-event-stream.js';
import { sessionQuery } from './queries.js';
import type { Session } from './session.js';
import { settleAll } from '../ui/toasts.js';

/**
 * Somebody else looks, or nobody, or somebody at another account: nothing stays of what was read before. The session's own query is kept, since
 * `SessionGate` watches it and would not see one made anew.
 */
export function changeSession(queries: QueryClient, session: Session | null): void {
  queries.setQueryData(sessionQuery.queryKey, session && { ...session });
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queries.getMutationCache().clear();
  if (session) restartEventStream();
  else leaveEventStream();
}

/** Ends the session by `end`. What could still be taken back is carried out before, while whoever did it may. */
export function useLogOut(end: () => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await settleAll();
      // A list that is read again now would be answered 401.
      await queries.cancelQueries();
      await end();
    },
    onSuccess: () => changeSession(queries, null),
  });
}
