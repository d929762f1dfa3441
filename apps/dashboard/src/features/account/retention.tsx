import { t, tn } from '../../i18n/texts.js';
import type { Account } from './queries.js';

/** How long things are kept: to be known, not to be changed here. */
export function Retention({ log_months, attachment_days, webhook_days }: NonNullable<Account['retention']>) {
  return (
    <section className="ui-card">
      <h2>{t('How long things are kept')}</h2>
      <ul>
        <li>
          {log_months === undefined
            ? t('Logs are kept for ever.')
            : tn('Logs are kept for {count} month at least.', 'Logs are kept for {count} months at least.', log_months)}
        </li>
        <li>
          {tn(
            'Attachments are kept for {count} day after their mail was due.',
            'Attachments are kept for {count} days after their mail was due.',
            attachment_days,
          )}
        </li>
        {webhook_days !== undefined && (
          <li>
            {tn(
              'Events can be posted to webhooks again for {count} day.',
              'Events can be posted to webhooks again for {count} days.',
              webhook_days,
            )}
          </li>
        )}
      </ul>
      <p className="muted">{t('The operator of this installation decides that.')}</p>
    </section>
  );
}
