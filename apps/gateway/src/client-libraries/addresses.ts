import type { ApiRequest } from '../http/api-request.js';

/** Addresses the libraries know things by, and ours. */
const addresses: readonly [RegExp, string][] = [
  [/^\/api\/v1_0(?=[/?]|$)/i, '/api/v1'],
  [/^\/api\/v1\/emails(?=[/?]|$)/i, '/api/v1/templates'],
  [/^\/api\/v1\/drips\/(?:deactivate|unsubscribe)(?=[/?]|$)/i, '/api/v1/drip_campaigns/deactivate'],
];

/** Turns a library's address and its way of sending the key into ours (API.md section 3); anybody may use them. */
export function translateAddress(request: Pick<ApiRequest, 'url' | 'headers'>): void {
  for (const [theirs, ours] of addresses) request.url = request.url.replace(theirs, ours);
  const key = request.headers['x-swu-api-key'];
  if (typeof key === 'string' && key !== '' && !request.headers.authorization) {
    request.headers.authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  }
}
