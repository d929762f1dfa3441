import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { say } from '../../ui/toasts.js';
import { TypedConfirmation } from '../../ui/typed-confirmation.js';
import type { ApiKey } from './queries.js';
import { apiKeysQuery } from './queries.js';
import { revokeKey } from './requests.js';

export function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => revokeKey(id),
    meta: { showsFailure: true },
    onSuccess: () => {
      say(t('{name} is revoked.', { name }));
      onClose();
      return queries.invalidateQueries(apiKeysQuery);
    },
  });
  return (
    <TypedConfirmation
      open
      title={t('Revoke {name}', { name })}
      consequence={t('Every program that uses it is refused from now on. A revoked key cannot be brought back.')}
      word={name}
      action={t('Revoke')}
      busy={revoking.isPending}
      failure={revoking.error}
      onClose={onClose}
      onConfirm={() => revoking.mutate()}
    />
  );
}
