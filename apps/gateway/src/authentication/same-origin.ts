import { ServiceError } from '@postrider/contracts';
import type { ArrivingRequest } from '../http/api-request.js';

type FromBrowser = Pick<ArrivingRequest, 'method' | 'headers' | 'protocol' | 'host'>;

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** By this header a user says which account is meant. No page of another origin can set it unasked. */
export const accountHeader = 'postrider-account';

/**
 * Whoever changes something with a cookie must be a page of ours: browsers send cookies for others too (docs/adr/0024-sessions.md).
 * @throws ServiceError `csrf_refused`
 */
export function requireOwnPage(request: FromBrowser, publicOrigin: string): void {
  if (safe.has(request.method)) return;
  if (isSameOrigin(request, publicOrigin) !== true) throw refused('this page is not of the same origin');
  if (!isNoForm(request)) throw refused('a body must be application/json, or come with the header Postrider-Account');
}

/**
 * What needs no cookie is refused to pages of others alone: a program says nothing of where it comes from.
 * @throws ServiceError `csrf_refused`
 */
export function refuseOtherPages(request: FromBrowser, publicOrigin: string): void {
  if (!safe.has(request.method) && isSameOrigin(request, publicOrigin) === false)
    throw refused('this page is not of the same origin');
}

/** Undefined where the request says nothing of it. */
function isSameOrigin({ headers, protocol, host }: FromBrowser, publicOrigin: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined ? undefined : origin === `${protocol}://${host}` || origin === publicOrigin;
}

/** A form can be sent to us by any page; JSON and headers of ours need our consent, which we do not give. */
function isNoForm({ headers }: FromBrowser): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return (
    !hasBody ||
    headers[accountHeader] !== undefined ||
    /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
  );
}

const refused = (why: string): ServiceError => new ServiceError('csrf_refused', `Refused: ${why}`);
