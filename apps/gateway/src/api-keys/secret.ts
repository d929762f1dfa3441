import { randomBytes } from 'node:crypto';
import type { KeyKind } from '../authentication/caller.js';
import { digestOf } from '../authentication/credentials.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256. */
const length = 43;

/** A new secret such as `live_…`: 256 random bits, every character equally likely. */
export function newSecret(kind: KeyKind): string {
  let characters = '';
  while (characters.length < length) {
    // Bytes from 248 up would favour the first letters of the alphabet.
    for (const byte of randomBytes(length))
      if (byte < 248 && characters.length < length) characters += alphabet[byte % 62];
  }
  return `${kind}_${characters}`;
}

/** What is kept of a secret: its SHA-256, and its beginning for people to recognise it by. */
export const keptOf = (secret: string): { secretHash: Buffer; hint: string } => ({
  secretHash: Buffer.from(digestOf(secret), 'hex'),
  hint: secret.slice(0, Math.min(12, Math.floor(secret.length / 4))),
});
