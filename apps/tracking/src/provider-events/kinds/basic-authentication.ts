import { createHash, timingSafeEqual } from 'node:crypto';
import type { Report } from './report.js';
import { unverified } from './report.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal or not, in a time that does not tell how much of it is. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Of providers that sign nothing: they are told a name and a password as part of the address. */
export function requireBasic(
  { headers }: Report,
  { username, password }: { readonly username: string; readonly password: string },
): void {
  const [, given] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined) throw unverified('the name and the password of the webhook are missing');
  if (!isSame(Buffer.from(given, 'base64').toString(), `${username}:${password}`))
    throw unverified('the name or the password is not that of the webhook');
}
