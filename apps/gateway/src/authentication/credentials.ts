import { hash, randomBytes, randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyKind, Right, Role } from '../http/caller.js';
import type { Response } from 'express';
import type { IncomingApiRequest } from '../http/api-request.js';

/** 256 random bits. */
export const newSecret256 = (): string => randomBytes(32).toString('base64url');
const secret256 = /^[\w-]{43}$/;

type CookieName = 'postrider' | 'postrider_device';

/** The `__Host-` prefix keeps subdomains and pages without TLS from setting the cookie (RFC 6265bis). */
const nameFor = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The secret in the cookie of this name; undefined if it is malformed. */
export function getCookie(
  { headers, secure }: Pick<IncomingApiRequest, 'headers' | 'secure'>,
  name: CookieName,
): string | undefined {
  const prefix = `${nameFor(name, secure)}=`;
  for (const cookie of (headers.cookie ?? '').split(';')) {
    const pair = cookie.trim();
    if (pair.startsWith(prefix))
      return secret256.test(pair.slice(prefix.length)) ? pair.slice(prefix.length) : undefined;
  }
  return undefined;
}

/** Whether the dashboard sent the request. It must not get a Basic challenge, for which browsers open a dialog. */
export const usesSession = (request: Pick<IncomingApiRequest, 'headers' | 'secure'>): boolean =>
  getCookie(request, 'postrider') !== undefined ||
  request.headers['postrider-account'] !== undefined ||
  request.headers['sec-fetch-site'] === 'same-origin';

/** Scripts cannot read the cookie, and only pages of the same site send it. */
export function setCookie(response: Response, name: CookieName, secret: string, maxAgeMs: number): void {
  const { secure } = response.req;
  response.cookie(nameFor(name, secure), secret, { ...attributes, secure, maxAge: maxAgeMs });
}

export function clearCookie(response: Response, name: CookieName): void {
  const { secure } = response.req;
  response.clearCookie(nameFor(name, secure), { ...attributes, secure });
}

const attributes = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

/** `manage` includes `administer` for keys, because the scopes of a key are chosen when it is created. Null: all. */
export const rightsOfKey = (scopes: readonly Right[] | null): readonly Right[] | null =>
  scopes?.includes('manage') ? [...scopes, 'administer'] : scopes;

/** See docs/users.md#roles. */
export const rightsOfRole: Readonly<Record<Role, readonly Right[] | null>> = {
  viewer: ['read'],
  editor: ['read', 'send', 'manage'],
  admin: null,
};

/** The lowest role that has the right. */
export const roleFor = (right: Right): Role =>
  right === 'read' ? 'viewer' : right === 'administer' ? 'admin' : 'editor';

type Offered = { readonly headers: IncomingHttpHeaders; readonly otherKey?: string };

const maxKeyLength = 512;

/** The keys in the headers of a request, at most two. */
export const getKeys = ({ headers, otherKey }: Offered): string[] =>
  [getApiKey(headers), otherKey].filter((key) => key !== undefined && key.length <= maxKeyLength) as string[];

/** The user name of HTTP Basic. The password is ignored (docs/guides/authentication.md). */
export function getApiKey({ authorization }: IncomingHttpHeaders): string | undefined {
  const [scheme = '', credentials = ''] = (authorization ?? '').trim().split(/ +/, 2);
  if (scheme.toLowerCase() !== 'basic' || credentials.length > maxKeyLength * 2) return undefined;
  const [key = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':', 1);
  return key === '' || key.length > maxKeyLength ? undefined : key;
}

/** Accepts a key as a Bearer token, where clients send it so. */
export function acceptBearer(headers: IncomingHttpHeaders): void {
  const [, key] = /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization?.trim() ?? '') ?? [];
  if (key !== undefined) headers.authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** SHA-256 in hexadecimal. Keys are looked up by digest, so that timing reveals nothing about a key. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256. */
const length = 43;

/** A new secret such as `live_…` with more than 256 random bits. */
export const newSecret = (kind: KeyKind): string =>
  `${kind}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

/** What is stored of a secret: its SHA-256, and its first characters as a hint for people. */
export const toStoredForm = (secret: string): { secretHash: Buffer; hint: string } => ({
  secretHash: Buffer.from(hashKey(secret), 'hex'),
  hint: secret.slice(0, Math.min(12, Math.floor(secret.length / 4))),
});
