import { idOfHex } from '@postrider/contracts';
import type { LinkKeys, LinkKind } from './link-keys.js';
import { expandUrl, signatureLength } from './link-keys.js';
import type { LinkedMail } from './mail-links.js';
import { format, maxTargetLength } from './mail-links.js';

export interface ClickLink extends LinkedMail {
  readonly url: string;
  /** The position of the link in the email. */
  readonly index: number;
}
export interface ViewLink extends LinkedMail {
  readonly expires: Date;
}
export interface AttachmentLink extends ViewLink {
  /** The position of the attachment in the email. */
  readonly index: number;
}

const mailLength = 44;
const targetAt = mailLength + signatureLength;
/** Longer tokens are rejected without reading. */
const maxTokenLength = targetAt + Math.ceil(((maxTargetLength + 3) * 4) / 3);

export const readOpen = (keys: LinkKeys, token: string): LinkedMail | undefined => parseLink(keys, 'open', token)?.mail;

export const readUnsubscribe = (keys: LinkKeys, token: string): LinkedMail | undefined =>
  parseLink(keys, 'unsubscribe', token)?.mail;

export function readClick(keys: LinkKeys, token: string): ClickLink | undefined {
  const link = parseLink(keys, 'click', token);
  const url = link && expandUrl(link.rest.subarray(2));
  return url === undefined ? undefined : { ...link!.mail, index: link!.rest.readUInt16BE(), url };
}

export function readView(keys: LinkKeys, token: string): ViewLink | undefined {
  const link = parseLink(keys, 'view', token);
  return link && { ...link.mail, expires: new Date(link.rest.readUInt32BE() * 1000) };
}

export function readAttachmentLink(keys: LinkKeys, token: string): AttachmentLink | undefined {
  const link = parseLink(keys, 'attachment', token);
  return link && { ...link.mail, expires: new Date(link.rest.readUInt32BE() * 1000), index: link.rest.readUInt16BE(4) };
}

/** Verifies and splits a token. Every character is signed, so each link has a single valid spelling. */
function parseLink(keys: LinkKeys, kind: LinkKind, token: string): { mail: LinkedMail; rest: Buffer } | undefined {
  if (token.length < targetAt || token.length > maxTokenLength) return undefined;
  const [mail, signature, rest] = [
    token.slice(0, mailLength),
    token.slice(mailLength, targetAt),
    token.slice(targetAt),
  ];
  if (!/^[\w-]*$/.test(token) || !keys.verify(kind, mail + rest, signature)) return undefined;
  const ids = Buffer.from(mail, 'base64url').toString('hex');
  if (!ids.startsWith(format)) return undefined;
  const [accountId, logId] = [idOfHex('account', ids.slice(2, 34)), idOfHex('log', ids.slice(34))];
  return { mail: { accountId, logId }, rest: Buffer.from(rest, 'base64url') };
}
