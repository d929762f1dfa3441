import type { RequestContext } from '@postrider/contracts';
import {
  admitReport,
  maxReportBytes,
  okAnswer,
  readWebhookToken,
  reportHeaders,
  ServiceError,
  takeReport,
} from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';
import type { ArrivingRequest } from '../http/api-request.js';
import { readBytes } from '../http/body.middleware.js';
import type { BodyMemory } from '../http/body-memory.js';
import type { BodyPace } from '../http/body-pace.js';
import { MethodNotAllowed } from '../http/http-errors.js';
import type { Middleware } from '../http/in-order.js';
import { webhookUrl } from './webhook-url.js';

const address = /^\/webhooks\/esp\/([A-Za-z0-9._-]{1,160})(?:\?|$)/;
/** A token is asked about again after so long (docs/limits.md#what-is-heard-of-a-mail). */
const keptMs = 10_000;

/**
 * Where providers report what becomes of mail (docs/esp-accounts.md#what-becomes-of-the-mail). They have no API key: the address names an ESP
 * account, which must be one before the body is read, and tracking verifies what is in it.
 */
export function takeProviderReports(
  services: ContractClient,
  memory: BodyMemory,
  pace: BodyPace,
  publicUrl: string,
): Middleware {
  const known = new LRUCache<string, 'admitted' | 'none'>({ max: 10_000, ttl: keptMs });

  const admit = async (context: RequestContext, token: string): Promise<void> => {
    if (!known.has(token)) known.set(token, await admissionOf(services, context, token));
    if (known.get(token) === 'none') throw noSuchWebhook();
  };

  return async (request, response, next) => {
    const [, token] = address.exec(request.url) ?? [];
    if (token === undefined) return next();
    // For the access log: the token stays out of it.
    request.route = { path: '/webhooks/esp/:token' };
    if (request.method === 'HEAD' || request.method === 'GET') {
      // Some providers ask before they post. What they are told is the same of every address.
      response.json(okAnswer);
      return;
    }
    if (request.method !== 'POST') throw new MethodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
    const { accountId } = readWebhookToken(token) ?? refuse();
    const context = { accountId, requestId: request.requestId!, deadline: request.deadline! };
    await admit(context, token);
    const body = await readBytes(request, response, { sender: { accountId }, maxBytes: maxReportBytes, memory, pace });
    await services.call(takeReport, context, {
      token,
      url: webhookUrl(publicUrl, token),
      headers: headersOf(request),
      body: body.toString('base64'),
    });
    response.json(okAnswer);
  };
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
