import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import type { EspWebhookAccount, RequestContext } from '@postrider/contracts';
import {
  ServiceError,
  isReporting,
  maxReportBytes,
  okResponse,
  readWebhookToken,
  reportHeaders,
  resolveEspWebhook,
  takeReport,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { IncomingApiRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { BodyReader } from '../http/body.middleware.js';

const address = /^\/webhooks\/esp\/([A-Za-z0-9._-]{1,160})(?:\?|$)/;
/** How long ESP accounts are cached (docs/operate/limits.md#reported-events). */
const cacheMs = 20_000;
/** Concurrent lookups, which bound the cost of requests with made-up tokens for delivery. */
const maxLookups = 8;

/** The URL for a provider. Some providers sign it, so all callers must use this function. */
export const webhookUrl = (publicUrl: string, token: string): string => `${publicUrl}/webhooks/esp/${token}`;

/**
 * Receives the reports of providers (docs/providers.md#provider-webhooks). They need no API key: the token in the URL
 * must belong to an ESP account, which is checked before the body is read. Tracking verifies the content.
 */
@Injectable()
export class ProviderReports {
  private readonly accounts = new LRUCache<string, EspWebhookAccount | 'none', RequestContext>({
    max: 10_000,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: (token, _stale, { context }) => this.lookUp(context, token),
  });
  private readonly lookups = new FairQueue({ capacity: maxLookups });

  constructor(
    private readonly services: ContractClient,
    private readonly bodies: BodyReader,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  readonly serve: Middleware = (request, response, next) => {
    const [, token] = address.exec(request.url) ?? [];
    return token === undefined ? next() : this.respond(request, response, token);
  };

  private async respond(request: IncomingApiRequest, response: Response, token: string): Promise<void> {
    // Keeps the token out of the access log.
    request.route = { path: '/webhooks/esp/:token' };
    if (request.method === 'HEAD' || request.method === 'GET') {
      // Some providers probe the URL first. The response does not reveal whether the token exists.
      response.json(okResponse);
      return;
    }
    if (request.method !== 'POST') throw new MethodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
    const { accountId } = readWebhookToken(token) ?? reject();
    const context = { accountId, requestId: request.requestId!, deadline: request.deadline! };
    const account = await this.accounts.fetch(token, { context });
    if (account === undefined || account === 'none') throw noSuchWebhook();
    const body = await this.bodies.readBytes(request, response, { sender: { accountId }, maxBytes: maxReportBytes });
    await this.services.call(takeReport, context, {
      account,
      url: webhookUrl(publicUrl(this.config), token),
      headers: getHeaders(request),
      body: body.toString('base64'),
    });
    response.json(okResponse);
  }

  private async lookUp(context: RequestContext, token: string): Promise<EspWebhookAccount | 'none'> {
    try {
      const account = await this.lookups.run(() => this.services.call(resolveEspWebhook, context, { token }));
      return isReporting(account.esp_type) ? account : 'none';
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return 'none';
      throw error;
    }
  }
}

const getHeaders = ({ headers }: IncomingApiRequest): Record<string, string> =>
  Object.fromEntries(
    reportHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && value.length <= 4_096 ? [[name, value]] : [];
    }),
  );

const noSuchWebhook = (): ServiceError => new ServiceError('not_found', 'No such webhook');

function reject(): never {
  throw noSuchWebhook();
}
