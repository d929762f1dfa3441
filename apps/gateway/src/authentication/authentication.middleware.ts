import { ServiceError } from '@postrider/contracts';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Middleware } from '../http/in-order.js';
import type { AuthenticationService } from './authentication.service.js';

/** Nobody without a key gets further. */
export const authenticate =
  (authentication: AuthenticationService): Middleware =>
  async (request, _response, next) => {
    if (!request.caller) {
      refuseSecondKey(request);
      request.caller = await authentication.authenticate(request);
    }
    next();
  };

/** Node would take the first and drop the others; a proxy in front of us may have read another one. */
function refuseSecondKey({ headersDistinct }: ArrivingRequest): void {
  if ((headersDistinct['authorization']?.length ?? 0) > 1)
    throw new ServiceError('invalid_request', 'Invalid request: more than one Authorization header');
}
