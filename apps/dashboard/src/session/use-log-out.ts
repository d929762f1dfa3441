import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settleAll } from '../ui/toasts.js';
import { changeSession } from './change-session.js';

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
