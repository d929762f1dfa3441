import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import type { ArrivingRequest } from '../http/api-request.js';

/** 256 random bits. */
export const newSecret256 = (): string => randomBytes(32).toString('base64url');
const secret256 = /^[\w-]{43}$/;

export type CookieName = 'postrider' | 'postrider_device';

/** Where the connection is safe no other host or port of the machine, and no page without TLS, can set a cookie of this name. */
const nameFor = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** The secret that a cookie of ours holds. */
export function cookieOf(
  { headers, secure }: Pick<ArrivingRequest, 'headers' | 'secure'>,
  name: CookieName,
): string | undefined {
  const begin = `${nameFor(name, secure)}=`;
  for (const cookie of (headers.cookie ?? '').split(';')) {
    const pair = cookie.trim();
    if (pair.startsWith(begin)) return secret256.test(pair.slice(begin.length)) ? pair.slice(begin.length) : undefined;
  }
  return undefined;
}

/** Whether it is a browser with a page of ours that asks, rather than a program that forgot its key: a browser would ask people for one. */
export const speaksOfSession = (request: Pick<ArrivingRequest, 'headers' | 'secure'>): boolean =>
  cookieOf(request, 'postrider') !== undefined ||
  request.headers['postrider-account'] !== undefined ||
  request.headers['sec-fetch-site'] === 'same-origin';

/** Sent by pages of this origin alone, and out of reach of scripts. */
export function setCookie(response: Response, name: CookieName, secret: string, maxAgeMs: number): void {
  const { secure } = response.req;
  response.cookie(nameFor(name, secure), secret, { ...attributes, secure, maxAge: maxAgeMs });
}

export function clearCookie(response: Response, name: CookieName): void {
  const { secure } = response.req;
  response.clearCookie(nameFor(name, secure), { ...attributes, secure });
}

const attributes = { httpOnly: true, sameSite: 'strict', path: '/' } as const;
