import { Overtaken } from '../api/changes.js';
import { ApiFailure } from '../api/failure.js';
import { t } from '../i18n/texts.js';
import { serviceWords } from './service-words.js';

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
