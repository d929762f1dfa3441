import { idOfUuid, isUuid, ServiceError } from '@postrider/contracts';
import type { NextFunction, Response } from 'express';
import { acceptBearer } from '../authentication/credentials.js';
import type { IncomingApiRequest } from '../http/api-request.js';

/** Why a part of Resend's API is not available, by the first segment of its path. */
const unavailable: Readonly<Record<string, string>> = {
  emails: 'The calls that it has are at /docs/guides/resend',
  domains: 'The domains of senders are set up at the provider of an ESP account',
  'api-keys': 'Create and revoke API keys in the dashboard or with /api/v1/api_keys',
  audiences: 'Recipients are customers: use /api/v1/customers',
  contacts: 'Recipients are customers: use /api/v1/customers',
  segments: 'Recipients are customers: use /api/v1/customers',
  'contact-properties': 'Recipients are customers: use /api/v1/customers',
  broadcasts: 'Send one email for each recipient, or use a drip campaign: /api/v1/drip_campaigns',
  automations: 'Use drip campaigns: /api/v1/drip_campaigns',
  events: 'Use drip campaigns: /api/v1/drip_campaigns',
  topics: 'Suppressions apply to all emails of an account: /api/v1/suppressions',
  suppressions: 'Use /api/v1/suppressions',
  templates: 'Edit templates in the dashboard or with /api/v1/templates, and send them with the field template',
  webhooks: 'Create webhooks in the dashboard or with /api/v1/webhooks',
  logs: 'Requests are not logged; the logs of emails are at /api/v1/logs',
  usage: 'Use /api/v1/limits',
  inboxes: 'Postrider receives no email',
  oauth: 'Postrider has no OAuth applications',
};

const firstSegment = /^\/([^/?]*)/;
/** Reports of providers, which arrive at the root too. */
const ofProviders = /^\/webhooks\/esp(?:[/?]|$)/i;
const isAtRoot = (path: string): boolean =>
  Object.hasOwn(unavailable, firstSegment.exec(path)?.[1]?.toLowerCase() ?? '') && !ofProviders.test(path);
const ownPath = /^\/resend(?:\/([^/]*))?(?:\/|$)/i;
/** Matched by `/emails/:email_id` otherwise. */
const noEmail = /^\/resend\/emails\/(?:metrics|receiving)$/i;

/** Whether the request is for the Resend-compatible API. */
export const isForResend = ({ path }: IncomingApiRequest): boolean => ownPath.test(path);

/** Leaves the pages of the dashboard to browsers. */
const opensPage = ({ method, headers }: IncomingApiRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);

/** The id of an email, which is that of its log as a UUID. */
const emailId = /^(\/(?:resend\/emails|api\/v1\/logs)\/)([0-9a-f-]{36})(?=[/?]|$)/i;

/** Accepts the paths at the root, ids of emails, and the key as a Bearer token. */
export function rewriteResend(request: IncomingApiRequest, _response: Response, next: NextFunction): void {
  // A client joins a base URL that ends in a slash and a path that starts with one.
  const url = request.url.replace(/^(\/resend)?\/{2,}/i, '$1/');
  if (isAtRoot(url) && !opensPage(request)) request.url = `/resend${url}`;
  else if (ownPath.test(url)) request.url = url;
  request.url = request.url.replace(emailId, (path: string, start: string, id: string) =>
    isUuid(id) ? start + idOfUuid('log', id) : path,
  );
  if (isForResend(request)) acceptBearer(request.headers);
  next();
}

/** Rejects what Resend has and Postrider does not, with the reason. */
export function rejectUnavailable(request: IncomingApiRequest, _response: Response, next: NextFunction): void {
  if (isForResend(request) && (!request.endpoint || noEmail.test(request.path))) {
    const [, resource = ''] = ownPath.exec(request.path) ?? [];
    const reason = /^\/resend\/emails\/receiving/i.test(request.path)
      ? unavailable['inboxes']
      : unavailable[resource.toLowerCase()];
    const [path = ''] = request.originalUrl.split('?', 1);
    const call = `${request.method} ${path.replace(/^\/resend/i, '')}`;
    throw new ServiceError(
      'not_found',
      reason === undefined ? 'No such path' : `Postrider does not have ${call.slice(0, 200)}. ${reason}.`,
    );
  }
  next();
}
