import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@postrider/contracts';
import { CONFIG } from '@postrider/service';
import type { Response } from 'express';
import { AuthenticationService } from '../authentication/authentication.service.js';
import type { GatewayConfig } from '../config.js';
import { requiresHttps } from '../config.js';
import type { ApiRequest } from './api-request.js';
import { discardRest, maxBodyBytes, parseJson, readBody } from './body.js';
import { identify } from './identify.js';
import { RateLimiter } from './rate-limiter.js';

const withBody = new Set(['POST', 'PUT', 'PATCH']);
const apiPath = /^\/api\/v1(?=[/?]|$)/i;
const controlCharacter = /[\x00-\x1f\x7f]|%(?:[01][0-9a-f]|7f)/i;
/** Uploads, which are no JSON. */
const filePaths = /^\/api\/v1\/i18n\/po\//i;

/** There is nothing beside the API; and no name or id in an address holds a control character, where a database would choke on NUL. */
export function checkAddress({ url }: ApiRequest): void {
  if (!apiPath.test(url)) throw new ServiceError('not_found', 'No such address');
  if (controlCharacter.test(url))
    throw new ServiceError('invalid_request', 'Invalid request: the address holds control characters');
}

/** What every request passes before a route sees it. Bodies are read last: nobody without a key makes us hold 12 MB. */
@Injectable()
export class Gate {
  private readonly requireHttps: boolean;
  private readonly rates: RateLimiter | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly authentication: AuthenticationService,
  ) {
    this.requireHttps = requiresHttps(config);
    this.rates = config.RATE_LIMIT_PER_SECOND > 0 ? new RateLimiter(config.RATE_LIMIT_PER_SECOND) : undefined;
  }

  identify(request: ApiRequest, response: Response): void {
    identify(request, response, this.config.REQUEST_TIMEOUT_MS);
  }

  async admit(request: ApiRequest, response: Response): Promise<void> {
    try {
      this.checkHttps(request);
      checkAddress(request);
      request.caller = await this.authentication.authenticate(request);
      this.checkRate(request, response);
      await this.takeBody(request);
    } catch (error) {
      discardRest(request);
      throw error;
    }
  }

  /** An element of a batch counts as a request of its own. */
  checkRate({ caller }: ApiRequest, response: Response): void {
    if (!this.rates) return;
    const { limit, remaining, reset, refused } = this.rates.spend(caller.accountId);
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', String(remaining));
    response.setHeader('RateLimit-Reset', String(reset));
    if (refused) throw refused;
  }

  private checkHttps(request: ApiRequest): void {
    if (this.requireHttps && !request.secure) throw new ServiceError('https_required', 'Calls must use HTTPS');
  }

  private async takeBody(request: ApiRequest): Promise<void> {
    if (!withBody.has(request.method)) return;
    const bytes = await readBody(request, maxBodyBytes);
    request.body = filePaths.test(request.path) ? bytes : parseJson(bytes);
  }
}
