import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { ArrivingRequest, Middleware } from '../http/api-request.js';
import { Routes } from '../http/routes.js';
import { AddressLimiter } from './address-limiter.js';
import { AuthenticationService } from './authentication.service.js';
import { refuseOtherPages, requireOwnPage } from './same-origin.js';
import { SessionAuthenticationService } from './session-authentication.service.js';
import { checkScope } from './scope.guard.js';
import { speaksOfSession } from './credentials.js';

/** Of what needs no authentication, of an address in a minute (docs/operate/limits.md#users). */
const maxByStrangers = 60;

/** Finds the caller of a request and its operation, and refuses what the caller may not do, before anything of the body is read. */
@Injectable()
export class Authentication {
  private readonly strangers = new AddressLimiter(maxByStrangers, 'Too many requests without authentication');
  /** Of the address that callers know us by. */
  private readonly publicOrigin: string;

  constructor(
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly routes: Routes,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.publicOrigin = new URL(publicUrl(config)).origin;
  }

  /** A caller needs a key or a session, except for what anybody may ask. A request with a key is asked for no session, and the other way round. */
  readonly authenticate: Middleware = async (request, _response, next) => {
    if (request.caller) return next();
    refuseSecondKey(request);
    if (offersKey(request)) {
      request.caller = await this.keys.authenticate(request);
      return next();
    }
    const asker = this.routes.find(request.method, request.path)?.asker;
    if (asker === 'anybody') {
      this.strangers.check(request.ip ?? '');
      this.strangers.count(request.ip ?? '');
      refuseOtherPages(request, this.publicOrigin);
    } else if (asker === 'user' || speaksOfSession(request)) {
      requireOwnPage(request, this.publicOrigin);
      request.caller = await this.sessions.authenticate(request, asker);
    } else request.caller = await this.keys.authenticate(request);
    next();
  };

  /** Refuses an operation that the caller has no right to. */
  readonly authorize: Middleware = (request, _response, next) => {
    request.endpoint = this.routes.find(request.method, request.path);
    if (request.endpoint) checkScope(request.caller, request.endpoint);
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
