import { ConflictingChange } from '../api/changes.js';
import { ApiFailure } from '../api/failure.js';
import { formatNumber, t } from '../i18n/texts.js';
import type { components } from '@postrider/client';

type Reason = NonNullable<components['schemas']['Error']['reason']>;

/** The text for each reason of `unavailable` (docs/guides/errors.md#reasons). */
const sentences: Readonly<Record<Reason, (service: string | undefined) => string>> = {
  service_not_running: (service = '') => t('The {service} service is not running.', { service }),
  service_timeout: (service = '') => t('The {service} service timed out.', { service }),
  dependency_unreachable: (service) =>
    service === undefined
      ? t('Postrider cannot reach a dependency, such as its database.')
      : t('The {service} service cannot reach a dependency, such as its database.', { service }),
  broker_unreachable: () => t('The message broker cannot be reached.'),
  broker_blocked: () => t('The message broker does not accept messages at the moment.'),
  login_unchecked: () => t('Your session cannot be checked at the moment.'),
  oidc_unreachable: () => t('Your identity provider cannot be reached.'),
  out_of_time: () => t('It took too long.'),
  overloaded: () => t('Postrider is overloaded.'),
  account_busy: () => t('This account has too many requests at once.'),
  turn_missed: () => t('Too many requests of this kind are queued.'),
  streams_full: () => t('This gateway does not accept more streams at the moment.'),
  handover_under_way: () => t('An email to this recipient is being sent.'),
  attachments_not_stored: () => t('Large attachments cannot be stored at the moment.'),
  change_not_spread: () =>
    t('The change is saved. It applies to queued emails once the delivery service is reachable.'),
};

/** The translated reason. Unknown reasons show the API's message without its technical suffix. */
function serviceMessage({ message, reason = '', service }: ApiFailure): string {
  return isKnown(reason) ? sentences[reason](service) : message.split('; ')[0]!;
}

const isKnown = (reason: string): reason is Reason => Object.hasOwn(sentences, reason);

/** What is wrong with a field, for the errors that forms get often; others read as the API writes them. */
export function fieldMessage(message: string): string {
  const [, length] = /^must be at most ([\d,]+) characters$/.exec(message) ?? [];
  if (length !== undefined) return t('must be at most {count} characters', { count: shownNumber(length) });
  const [, from, to] = /^must be from ([\d.,]+) to ([\d.,]+)$/.exec(message) ?? [];
  if (from !== undefined && to !== undefined)
    return t('must be from {from} to {to}', { from: shownNumber(from), to: shownNumber(to) });
  switch (message) {
    case 'is required':
      return t('is required');
    case 'must be an email address':
      return t('must be an email address');
    case 'must be a number':
      return t('must be a number');
    case 'must be a whole number':
      return t('must be a whole number');
    case 'must be an object':
      return t('must be a JSON object');
    case 'must be one line without control characters':
      return t('must be one line without control characters');
    default:
      return message;
  }
}

const shownNumber = (english: string): string => formatNumber(Number(english.replaceAll(',', '')));

const invalid = 'Invalid request: ';
const isSummary = ({ code, fields, message }: ApiFailure): boolean =>
  code === 'invalid_request' && fields.length > 0 && message.startsWith(invalid);

/** The headline of a failure. */
export function getHeadline(error: Error): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'unanswered') return t('Postrider did not answer.');
  if (error.code === 'forbidden') return t('Your role does not allow this.');
  if (error.code === 'not_found' || error.httpStatus === 404)
    return t('Not found. It does not exist, or it belongs to another account.');
  if (error.code === 'review_required') return t('Another user has to approve this version first.');
  if (error.code === 'invalid_token') return t('This link has expired or was already used.');
  if (error.code === 'wrong_credentials') return t('Email or password is wrong.');
  if (isSummary(error))
    return t('Invalid request: {fields}', {
      fields: error.fields.map(({ field, message }) => `${field} ${fieldMessage(message)}`).join('; '),
    });
  if (error.code === 'quota_exceeded') {
    const [, count] = /^This account may have at most (\d+) (?!bytes )/.exec(error.message) ?? [];
    if (count !== undefined) return t('This account has reached its limit: {count}.', { count: shownNumber(count) });
  }
  // The rest of the message is for programs.
  if (error.code === 'unavailable') return serviceMessage(error);
  if (error.code === 'internal') return t('Unexpected server error.');
  return error.message;
}

/** Whether the request took effect. */
export function describeConsequence(error: Error): string | undefined {
  if (error instanceof ConflictingChange) return t('Nothing was changed.');
  if (!(error instanceof ApiFailure) || error.code === 'not_found' || error.carriedOut === 'yes') return undefined;
  return error.carriedOut === 'unknown'
    ? t('The change may have been made. Check before you try again.')
    : t('Nothing was changed.');
}

/** The advice for a failure. */
export function adviceOn(error: Error): string | undefined {
  if (error instanceof ConflictingChange) return t('Save again to overwrite, or cancel to keep the current values.');
  if (!(error instanceof ApiFailure)) return undefined;
  if (error.code === 'unanswered') return t('Check your connection and that the gateway is running, then try again.');
  if (error.code === 'forbidden') return t('An admin can change your role under Users.');
  if (error.code === 'precondition_failed') return t('Someone else changed it. Reload to see the current version.');
  if (error.code === 'rate_limited') return t('Too many requests. Wait a few seconds, then try again.');
  if (error.code === 'unavailable') return t('Part of Postrider is unavailable. Try again in a few seconds.');
  if (error.code === 'internal') return t('An operator can find the cause in the server log by the request ID.');
  return undefined;
}
