import { Overtaken } from '../api/changes.js';
import { ApiFailure } from '../api/failure.js';
import { t } from '../i18n/texts.js';
import type { components } from '@postrider/client';

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
function serviceWords({ message, reason = '', service }: ApiFailure): string {
  return isKnown(reason) ? sentences[reason](service) : message.split('; ')[0]!;
}

const isKnown = (reason: string): reason is Reason => Object.hasOwn(sentences, reason);

/** What happened. */
export function headlineOf(error: Error): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'unanswered') return t('Postrider did not answer.');
  if (error.code === 'forbidden') return t('Your role does not allow this.');
  if (error.code === 'not_found' || error.httpStatus === 404)
    return t('There is no such thing here, or it belongs to another account.');
  // What follows is for programs; whether it was carried out is said below.
  if (error.code === 'unavailable') return serviceWords(error);
  if (error.code === 'internal') return t('Something in Postrider failed.');
  return error.message;
}

/** Whether it was carried out. */
export function consequenceOf(error: Error): string | undefined {
  if (error instanceof Overtaken) return t('Nothing was changed.');
  if (!(error instanceof ApiFailure) || error.code === 'not_found' || error.carriedOut === 'yes') return undefined;
  return error.carriedOut === 'unknown'
    ? t('It may have been carried out. Look before you do it again.')
    : t('Nothing was changed.');
}

/** What to do. */
export function adviceOn(error: Error): string | undefined {
  if (error instanceof Overtaken)
    return t('Save again to put yours in its place, or leave it to keep what there is now.');
  if (!(error instanceof ApiFailure)) return undefined;
  if (error.code === 'unanswered')
    return t('See whether you are connected and whether the gateway runs, then try again.');
  if (error.code === 'forbidden') return t('An admin of this account can give you another role, under Users.');
  if (error.code === 'precondition_failed')
    return t('Somebody else changed it meanwhile. Load it again to see what it is now.');
  if (error.code === 'rate_limited') return t('Too much was asked at once. Wait a few seconds, then try again.');
  if (error.code === 'unavailable') return t('A part of Postrider is away for now. Try again in a few seconds.');
  if (error.code === 'internal') return t('An operator finds the cause in the log, by the id of the request.');
  return undefined;
}
