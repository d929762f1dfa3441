import { t } from '../../i18n/texts.js';
import { Badge } from '../../ui/badge.js';
import { Time } from '../../ui/time.js';
import type { Webhook } from './queries.js';

export function WebhookState({ webhook: { enabled, failing_since, switched_off } }: { webhook: Webhook }) {
  if (switched_off !== undefined) return <Badge tone="bad">{t('Switched off')}</Badge>;
  if (!enabled) return <Badge>{t('Off')}</Badge>;
  return failing_since === undefined ? <Badge tone="ok">{t('On')}</Badge> : <Badge tone="warn">{t('Failing')}</Badge>;
}

/** What is to be known of a webhook that does not work. */
export function WebhookTrouble({ webhook: { failing_since, switched_off, missed } }: { webhook: Webhook }) {
  if (failing_since === undefined && switched_off === undefined) return null;
  return (
    <div className="ui-failure" role="status">
      {failing_since !== undefined && (
        <p>
          {t('No attempt has succeeded since')} <Time at={failing_since} precise />.
        </p>
      )}
      {switched_off !== undefined && (
        <p>
          {t('Postrider has switched it off')} <Time at={switched_off} precise />.{' '}
          {t('Switch it on again once it answers, then replay what it missed.')}
        </p>
      )}
      {missed !== undefined && <p>{t('{count} events were not kept for it.', { count: missed })}</p>}
    </div>
  );
}
