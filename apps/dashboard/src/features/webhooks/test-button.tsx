import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '../../i18n/texts.js';
import { Button } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import { say } from '../../ui/toasts.js';
import type { EventType } from './event-types.js';
import { eventTypes } from './event-types.js';
import { webhooksKey } from './queries.js';
import type { Webhook } from './requests.js';
import { testWebhook } from './requests.js';

/** Posts an example of an event: what came of it stands in the attempts below. */
export function TestButton({ webhook: { id } }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: (type: EventType) => testWebhook(id, type),
    onSuccess: () => {
      say(t('An example is on its way; its attempt will be listed.'));
      return queries.invalidateQueries({ queryKey: [...webhooksKey, id] });
    },
  });
  return (
    <Menu
      trigger={<Button busy={testing.isPending}>{t('Test')}</Button>}
      items={[
        { heading: t('Post an example of') },
        ...eventTypes.map((type) => ({ label: type, onSelect: () => testing.mutate(type) })),
      ]}
    />
  );
}
