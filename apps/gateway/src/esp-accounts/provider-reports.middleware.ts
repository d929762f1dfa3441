import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  ServiceError,
  admitReport,
  maxReportBytes,
  okAnswer,
  readWebhookToken,
  reportHeaders,
  takeReport,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { ArrivingRequest, Middleware } from '../http/api-request.js';
import { MethodNotAllowed } from '../http/api-request.js';
import { BodyReader } from '../http/body.middleware.js';

const address = /^\/webhooks\/esp\/([A-Za-z0-9._-]{1,160})(?:\?|$)/;
/** A token is asked about again after so long (docs/operate/limits.md#reported-events). */
const keptMs = 10_000;

/** The address that a provider is given. Some sign it, so it is written the same way everywhere. */
export const webhookUrl = (publicUrl: string, token: string): string => `${publicUrl}/webhooks/esp/${token}`;

/**
 * Where providers report what becomes of mail (docs/providers.md#provider-webhooks). They have no API key: the address names an ESP
 * account, which must be one before the body is read, and tracking verifies what is in it.
 */
@Injectable()
export class ProviderReports {
  private readonly known = new LRUCache<string, 'admitted' | 'none'>({ max: 10_000, ttl: keptMs });

  constructor(
    private readonly services: ContractClient,
    private readonly bodies: BodyReader,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  readonly serve: Middleware = (request, response, next) => {
    const [, token] = address.exec(request.url) ?? [];
    return token === undefined ? next() : this.answer(request, response, token);
  };

  private async answer(request: ArrivingRequest, response: Response, token: string): Promise<void> {
    // For the access log: the token stays out of it.
    request.route = { path: '/webhooks/esp/:token' };
    if (request.method === 'HEAD' || request.method === 'GET') {
      // Some providers ask before they post. The answer is the same for every address.
      response.json(okAnswer);
      return;
    }
    if (request.method !== 'POST') throw new MethodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
    const { accountId } = readWebhookToken(token) ?? refuse();
    const context = { accountId, requestId: request.requestId!, deadline: request.deadline! };
    await this.admit(context, token);
    const body = await this.bodies.readBytes(request, response, { sender: { accountId }, maxBytes: maxReportBytes });
    await this.services.call(takeReport, context, {
      token,
      url: webhookUrl(publicUrl(this.config), token),
      headers: headersOf(request),
      body: body.toString('base64'),
    });
    response.json(okAnswer);
  }

  private async admit(context: RequestContext, token: string): Promise<void> {
    if (!this.known.has(token)) this.known.set(token, await admissionOf(this.services, context, token));
    if (this.known.get(token) === 'none') throw noSuchWebhook();
  }
}

async function admissionOf(
  services: ContractClient,
  context: RequestContext,
  token: string,
): Promise<'admitted' | 'none'> {
  try {
    await services.call(admitReport, context, { token });
    return 'admitted';
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return 'none';
    throw error;
  }
}

const headersOf = ({ headers }: ArrivingRequest): Record<string, string> =>
  Object.fromEntries(
    reportHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && value.length <= 4_096 ? [[name, value]] : [];
    }),
  );

const noSuchWebhook = (): ServiceError => new ServiceError('not_found', 'No such webhook');

function refuse(): never {
  throw noSuchWebhook();
}
