import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { toast } from '../../ui/toasts.js';
import type { Suppression } from './queries.js';
import { restore, suppressionsKey, unsuppress } from './queries.js';

/** Removes a suppression, which can be undone. */
export function useRemoval(): (row: Suppression & { email: string }) => void {
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: suppressionsKey });
  const restoring = useMutation({ mutationFn: restore, onSettled: reread });
  const removing = useMutation({
    mutationFn: (row: Suppression & { email: string }) => unsuppress(row.email, row.reason),
    onSuccess: (_answer, row) =>
      toast(t('{email} removed from the suppressions.', { email: row.email }), () => restoring.mutate(row)),
    onSettled: reread,
  });
  return removing.mutate;
}
