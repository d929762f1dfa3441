import type { QueryClient } from '@tanstack/react-query';
import { leaveEventStream, restartEventStream } from '../api/use-event-stream.js';
import { sessionQuery } from './queries.js';
import type { Session } from './session.js';

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
