import type { EspDriver } from '../drivers/driver.js';
import { accountTrouble } from '../drivers/outcome.js';
import { ServiceError } from '@postrider/contracts';

export const giveCredentials = 'give it credentials (PUT /esp_accounts/{id})';

/** Of an imported ESP account; `field` is where the request names it. */
export const missingCredentials = ({ name }: { readonly name: string }, field: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The ESP account "${name}" has no credentials, so it sends no mail; ${giveCredentials}`,
    [{ field, message: 'must name an ESP account that has credentials' }],
  );

/** The code of attempts through an ESP account that only the operator can make usable again. */
export const unusableAccount = 'unusable_account';

/**
 * Stands for an ESP account that cannot be used for `reason`, until the operator mends it: mail goes through the fallback if there is one, waits
 * by the schedule if not, and ends among the failures.
 */
export const unusable = (reason: string): EspDriver => ({
  send: () => Promise.resolve(accountTrouble(reason, { code: unusableAccount })),
  check: () => Promise.resolve({ outcome: 'fails', tried: 'Nothing was tried', answer: reason }),
  close: () => Promise.resolve(),
});
