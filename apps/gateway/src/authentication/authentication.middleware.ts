import { ServiceError } from '@postrider/contracts';
import type { ArrivingRequest } from '../http/api-request.js';
import type { Middleware } from '../http/in-order.js';
import type { Routes } from '../http/routes.js';
import { AddressLimiter } from './address-limiter.js';
import type { AuthenticationService } from './authentication.service.js';
import { refuseOtherPages, requireOwnPage } from './same-origin.js';
import type { SessionAuthenticationService } from './session-authentication.service.js';
import { speaksOfSession } from './session-cookie.js';

/** Of what needs no authentication, of an address in a minute (docs/limits.md#users). */
const maxByStrangers = 60;

export interface Authenticators {
  readonly keys: AuthenticationService;
  readonly sessions: SessionAuthenticationService;
  readonly routes: Routes;
  /** Of the address that callers know us by. */
  readonly publicOrigin: string;
}

/** Nobody without a key or a session gets further, but to what anybody may ask. Whoever shows a key is asked for no session, and the other way round. */
export function authenticate({ keys, sessions, routes, publicOrigin }: Authenticators): Middleware {
  const strangers = new AddressLimiter(maxByStrangers, 'Too many requests without authentication');
  return async (request, _response, next) => {
    if (request.caller) return next();
    refuseSecondKey(request);
    if (offersKey(request)) {
      request.caller = await keys.authenticate(request);
      return next();
    }
    const asker = routes.find(request.method, request.path)?.asker;
    if (asker === 'anybody') {
      strangers.check(request.ip ?? '');
      strangers.count(request.ip ?? '');
      refuseOtherPages(request, publicOrigin);
    } else if (asker === 'user' || speaksOfSession(request)) {
      requireOwnPage(request, publicOrigin);
      request.caller = await sessions.authenticate(request, asker);
    } else request.caller = await keys.authenticate(request);
    next();
  };
}

const offersKey = ({ headers, otherKey }: ArrivingRequest): boolean =>
  headers.authorization !== undefined || otherKey !== undefined;

/** Node would take the first and drop the others; a proxy in front of us may have read another one. */
function refuseSecondKey({ headersDistinct }: ArrivingRequest): void {
  if ((headersDistinct['authorization']?.length ?? 0) > 1)
    throw new ServiceError('invalid_request', 'Invalid request: more than one Authorization header');
}
