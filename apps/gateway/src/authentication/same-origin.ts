import { ServiceError } from '@postrider/contracts';
import type { IncomingApiRequest } from '../http/api-request.js';

type FromBrowser = Pick<IncomingApiRequest, 'method' | 'headers' | 'protocol' | 'host'>;

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Selects the account of a user. Pages of other origins cannot set it without a CORS preflight. */
export const accountHeader = 'postrider-account';

/**
 * CSRF protection for requests with a cookie, which browsers also send for other pages (docs/adr/0024-sessions.md).
 * @throws ServiceError `csrf_refused`
 */
export function requireSameOrigin(request: FromBrowser, publicOrigin: string): void {
  if (safe.has(request.method)) return;
  if (isSameOrigin(request, publicOrigin) !== true) throw rejected('the request comes from another origin');
  if (!needsPreflight(request))
    throw rejected('a body must be application/json, or come with the header Postrider-Account');
}

/**
 * Checks requests without a cookie: rejects only known cross-origin pages, since programs send neither header.
 * @throws ServiceError `csrf_refused`
 */
export function rejectCrossOrigin(request: FromBrowser, publicOrigin: string): void {
  if (!safe.has(request.method) && isSameOrigin(request, publicOrigin) === false)
    throw rejected('the request comes from another origin');
}

/** Undefined if the request has neither Sec-Fetch-Site nor Origin. */
function isSameOrigin({ headers, protocol, host }: FromBrowser, publicOrigin: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined ? undefined : origin === `${protocol}://${host}` || origin === publicOrigin;
}

/** Any page can submit a form. JSON and custom headers need a CORS preflight, which the gateway does not allow. */
function needsPreflight({ headers }: FromBrowser): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return (
    !hasBody ||
    headers[accountHeader] !== undefined ||
    /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
  );
}

const rejected = (why: string): ServiceError => new ServiceError('csrf_refused', `Rejected: ${why}`);
