import type { NextFunction, Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';

/** Addresses the libraries know things by, and ours. */
const addresses: readonly [RegExp, string][] = [
  [/^\/api\/v1_0(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1_numeric(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1\/emails(?=[/?]|$)/i, '/api/v1/templates'],
  [/^\/api\/v1\/drips\/(?:deactivate|unsubscribe)(?=[/?]|$)/i, '/api/v1/drip_campaigns/deactivate'],
];

/** The address under which we know what is asked for. */
export const canonicalPath = (url: string): string =>
  addresses.reduce((address, [theirs, ours]) => address.replace(theirs, ours), url);

/** Turns a library's address and its way of sending the key into ours; anybody may use them. Of two keys either may be the one that exists. */
export function rewritePath(request: ArrivingRequest, _response: Response, next: NextFunction): void {
  // For callers that can set an address, but no header.
  if (/^\/api\/v1_numeric(?=[/?]|$)/i.test(request.url)) request.headers['x-numeric-delays'] = '1';
  request.url = canonicalPath(request.url);
  const key = request.headers['x-swu-api-key'];
  if (typeof key === 'string' && key !== '') {
    if (request.headers.authorization) request.otherKey = key;
    else request.headers.authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  }
  next();
}
