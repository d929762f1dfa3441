import type { components } from '@postrider/client';
import type { ApiFailure } from '../api/failure.js';
import { t } from '../i18n/texts.js';

type Reason = NonNullable<components['schemas']['Error']['reason']>;

/** What each reason of `unavailable` says to people who use the dashboard (docs/api.md#reasons). */
const sentences: Readonly<Record<Reason, (service: string | undefined) => string>> = {
  service_not_running: (service = '') => t('The {service} service is not running.', { service }),
  service_timeout: (service = '') => t('The {service} service did not answer in time.', { service }),
  dependency_unreachable: (service) =>
    service === undefined
      ? t('Postrider cannot reach what it needs, such as its database.')
      : t('The {service} service cannot reach what it needs, such as its database.', { service }),
  broker_unreachable: () => t('The message broker cannot be reached.'),
  broker_blocked: () => t('The message broker takes no messages at the moment.'),
  login_unchecked: () => t('Whether you are logged in cannot be checked at the moment.'),
  oidc_unreachable: () => t('The service that you log in with cannot be reached.'),
  out_of_time: () => t('It took too long.'),
  overloaded: () => t('More is asked of Postrider at once than there is room for.'),
  account_busy: () => t('Too many requests of this account are under way.'),
  turn_missed: () => t('Too much of this kind waits for its turn.'),
  streams_full: () => t('This gateway takes no more streams at the moment.'),
  handover_under_way: () => t('A mail of this recipient is just being handed over.'),
  attachments_not_stored: () => t('Large attachments cannot be stored at the moment.'),
  change_not_spread: () =>
    t('The change is stored. It holds for mails that wait once the delivery service can be reached.'),
};

/** In the language of the reader. A reason that is not known here reads as the API writes it, up to what follows for programs. */
export function serviceWords({ message, reason = '', service }: ApiFailure): string {
  return isKnown(reason) ? sentences[reason](service) : message.split('; ')[0]!;
}

const isKnown = (reason: string): reason is Reason => Object.hasOwn(sentences, reason);
