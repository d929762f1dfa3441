import { ApiFailure } from '../api/failure.js';
import { t } from '../i18n/texts.js';

/** What stands at the password of somebody who is known: the API does not say which of the two is wrong, but only one can be. */
export const wrongPassword = (failure: Error | null): string | undefined =>
  isWrong(failure) ? t('This is not your password.') : undefined;

/** The same where the address was written, too. */
export const wrongPasswordOrAddress = (failure: Error | null): string | undefined =>
  isWrong(failure) ? t('Write it again, and look at the address.') : undefined;

const isWrong = (failure: Error | null): boolean =>
  failure instanceof ApiFailure && failure.code === 'wrong_credentials';
