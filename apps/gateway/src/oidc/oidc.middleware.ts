import { Injectable, Logger } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import type { CookieOptions, Response } from 'express';
import { AddressLimiter } from '../authentication/address-limiter.js';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { Attempt } from './oidc-provider.js';
import { OidcProvider, startPath, callbackPath } from './oidc-provider.js';
import { OidcUsersService } from './oidc-users.service.js';

const cookie = 'postrider_oidc';
const attemptMs = 10 * 60_000;
/** Per minute. */
const maxPerAddress = 30;

/** The start and the callback of an OIDC log-in. Failures redirect to the log-in page, which shows them. */
@Injectable()
export class OidcPages {
  private readonly logger = new Logger('Oidc');
  private readonly addresses = new AddressLimiter(maxPerAddress, 'Too many log-ins');

  constructor(
    private readonly provider: OidcProvider,
    private readonly users: OidcUsersService,
    private readonly sessions: SessionsService,
  ) {}

  readonly serve: Middleware = (request, response, next) => {
    const { path } = request;
    return path === startPath || path === callbackPath ? this.respond(request, response) : next();
  };

  private async respond(request: IncomingApiRequest, response: Response): Promise<void> {
    const { path, method } = request;
    if (method !== 'GET') throw new MethodNotAllowed(method, ['GET']);
    if (!this.provider.isConfigured) throw new ServiceError('not_found', 'No such path');
    this.addresses.count(request.ip ?? '');
    request.route = { path };
    await (path === startPath ? this.start(response) : this.finish(request, response));
  }

  private async start(response: Response): Promise<void> {
    const { url, attempt } = await this.provider.start();
    const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
    response.cookie(cookie, value, { ...attributes(response), maxAge: attemptMs });
    response.redirect(303, url);
  }

  private async finish(request: IncomingApiRequest, response: Response): Promise<void> {
    const attempt = parseAttempt(request);
    response.clearCookie(cookie, attributes(response));
    const userId = attempt && (await this.findUser(request, attempt));
    if (userId === undefined) {
      response.redirect(303, '/#oidc_refused');
      return;
    }
    await this.sessions.start(request, response, userId, 'oidc');
    response.redirect(303, '/');
  }

  private async findUser({ url, requestId }: IncomingApiRequest, attempt: Attempt): Promise<string | undefined> {
    try {
      const person = await this.provider.finish(url.slice(callbackPath.length), attempt);
      return person && (await this.users.enter(person));
    } catch (error) {
      this.logger.warn({ err: error, requestId }, 'OIDC log-in rejected');
      return undefined;
    }
  }
}

/** `lax`, because browsers do not send a strict cookie with the redirect from the provider. */
const attributes = ({ req: { secure } }: Response): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: callbackPath,
  secure,
});

function parseAttempt({ headers }: IncomingApiRequest): Attempt | undefined {
  const [, value] = new RegExp(`(?:^|; ?)${cookie}=([\\w-]{1,1024})(?:;|$)`).exec(headers.cookie ?? '') ?? [];
  if (value === undefined) return undefined;
  try {
    const { verifier, state, nonce } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    return typeof verifier === 'string' && typeof state === 'string' && typeof nonce === 'string'
      ? { verifier, state, nonce }
      : undefined;
  } catch {
    return undefined;
  }
}
