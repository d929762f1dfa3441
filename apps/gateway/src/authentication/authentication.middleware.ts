import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { Routes } from '../http/routes.js';
import { AddressLimiter } from './address-limiter.js';
import { AuthenticationService } from './authentication.service.js';
import { rejectCrossOrigin, requireSameOrigin } from './same-origin.js';
import { SessionAuthenticationService } from './session-authentication.service.js';
import { checkScope } from './scope.guard.js';
import { usesSession } from './credentials.js';

/** Requests of one address per minute to operations without authentication (docs/operate/limits.md#users). */
const maxUnauthenticated = 60;

/** Finds the caller and the operation of a request, and rejects it before its body is read. */
@Injectable()
export class Authentication {
  private readonly unauthenticated = new AddressLimiter(maxUnauthenticated, 'Too many requests without authentication');
  /** The origin of the configured public URL. */
  private readonly publicOrigin: string;

  constructor(
    private readonly keys: AuthenticationService,
    private readonly sessions: SessionAuthenticationService,
    private readonly routes: Routes,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.publicOrigin = new URL(publicUrl(config)).origin;
  }

  /** A caller needs a key or a session, unless the operation is public. With a key, session cookies are ignored. */
  readonly authenticate: Middleware = async (request, _response, next) => {
    if (request.caller) return next();
    rejectSecondKey(request);
    if (offersKey(request)) {
      request.caller = await this.keys.authenticate(request);
      return next();
    }
    const access = this.routes.find(request.method, request.path)?.access;
    if (access === 'public') {
      this.unauthenticated.count(request.ip ?? '');
      rejectCrossOrigin(request, this.publicOrigin);
    } else if (access === 'user' || usesSession(request)) {
      requireSameOrigin(request, this.publicOrigin);
      request.caller = await this.sessions.authenticate(request, access);
    } else request.caller = await this.keys.authenticate(request);
    next();
  };

  /** Rejects an operation for which the caller has no scope. */
  readonly authorize: Middleware = (request, _response, next) => {
    request.endpoint = this.routes.find(request.method, request.path);
    if (request.endpoint) checkScope(request.caller, request.endpoint);
    next();
  };
}

const offersKey = ({ headers, otherKey }: IncomingApiRequest): boolean =>
  headers.authorization !== undefined || otherKey !== undefined;

/** Node uses the first of several headers; a proxy in front may have checked another one. */
function rejectSecondKey({ headersDistinct }: IncomingApiRequest): void {
  if ((headersDistinct['authorization']?.length ?? 0) > 1)
    throw new ServiceError('invalid_request', 'Invalid request: more than one Authorization header');
}
