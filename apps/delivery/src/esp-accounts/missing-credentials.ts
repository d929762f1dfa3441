import { ServiceError } from '@postrider/contracts';

export const giveCredentials = 'give it credentials (PUT /esp_accounts/{id})';

/** Of an imported ESP account; `field` is where the request names it. */
export const missingCredentials = ({ name }: { readonly name: string }, field: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `The ESP account "${name}" has no credentials, so it sends no mail; ${giveCredentials}`,
    [{ field, message: 'must name an ESP account that has credentials' }],
  );
