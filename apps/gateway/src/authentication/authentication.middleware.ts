import type { Middleware } from '../http/in-order.js';
import type { AuthenticationService } from './authentication.service.js';

/** Nobody without a key gets further. */
export const authenticate =
  (authentication: AuthenticationService): Middleware =>
  async (request, _response, next) => {
    request.caller ??= await authentication.authenticate(request);
    next();
  };
