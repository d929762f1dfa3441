import { randomInt } from 'node:crypto';
import { digestOf } from '../authentication/credentials.js';
import type { KeyKind } from '../http/caller.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256. */
const length = 43;

/** A new secret such as `live_…`: more than 256 random bits, every character equally likely. All keys that we make are made here. */
export const newSecret = (kind: KeyKind): string =>
  `${kind}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

/** What is kept of a secret: its SHA-256, and its beginning for people to recognise it by. */
export const storedFormOf = (secret: string): { secretHash: Buffer; hint: string } => ({
  secretHash: Buffer.from(digestOf(secret), 'hex'),
  hint: secret.slice(0, Math.min(12, Math.floor(secret.length / 4))),
});
