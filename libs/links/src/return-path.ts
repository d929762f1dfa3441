import { hexOfId, idOfHex } from '@postrider/contracts';
import type { LinkKeys } from './link-keys.js';
import type { LinkedMail } from './mail-links.js';

/** RFC 4648 in lower case, because mail servers may change the case of the local part. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const prefix = 'b+';
const idBytes = 32;
/**
 * 48 bits, which makes the local part 63 octets; RFC 5321 allows 64. Guessing needs an SMTP request per attempt and
 * both ids.
 */
const signatureBytes = 6;
const tokenLength = Math.ceil(((idBytes + signatureBytes) * 8) / 5);

function toBase32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]!;
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31]! : text;
}

/** Undefined unless the text is exactly what `toBase32` writes. */
function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of text) {
    const five = alphabet.indexOf(character);
    if (five < 0) return undefined;
    value = (value << 5) | five;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return value === 0 ? Buffer.from(bytes) : undefined;
}

/** The return path of an email (VERP): bounces to this address identify the email (docs/bounces.md). */
export function returnPath(keys: LinkKeys, domain: string, { accountId, logId }: LinkedMail): string {
  const mail = hexOfId(accountId) + hexOfId(logId);
  const token = Buffer.concat([Buffer.from(mail, 'hex'), keys.signBytes('bounce', mail, signatureBytes)]);
  return `${prefix}${toBase32(token)}@${domain}`;
}

/** The email of a return path; undefined if the address is not a valid one. */
export function readReturnPath(keys: LinkKeys, domain: string, address: string): LinkedMail | undefined {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0)).toLowerCase();
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  if (local.length !== prefix.length + tokenLength || !local.startsWith(prefix)) return undefined;
  const token = fromBase32(local.slice(prefix.length));
  if (!token) return undefined;
  const mail = token.subarray(0, idBytes).toString('hex');
  if (!keys.verifyBytes('bounce', mail, token.subarray(idBytes))) return undefined;
  return { accountId: idOfHex('account', mail.slice(0, 32)), logId: idOfHex('log', mail.slice(32)) };
}
