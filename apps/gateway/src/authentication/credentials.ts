import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

type Offered = { readonly headers: IncomingHttpHeaders; readonly otherKey?: string };

const maxKeyLength = 512;

/** The keys that a request offers, at most two. */
export const keysOf = ({ headers, otherKey }: Offered): string[] =>
  [apiKeyOf(headers), otherKey].filter((key) => key !== undefined && key.length <= maxKeyLength) as string[];

/** The key of HTTP Basic: the user name; the password does not matter (docs/api.md#authentication). */
export function apiKeyOf({ authorization }: IncomingHttpHeaders): string | undefined {
  const [scheme = '', credentials = ''] = (authorization ?? '').trim().split(/ +/, 2);
  if (scheme.toLowerCase() !== 'basic' || credentials.length > maxKeyLength * 2) return undefined;
  const [key = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  return key === '' || key.length > maxKeyLength ? undefined : key;
}

/** SHA-256 in hexadecimal: under this a key is stored, looked up and cached. A lookup by digest tells nothing about the key by its timing. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex');
