import { idOfHex } from '@postrider/contracts';
import { expandUrl } from './compact-url.js';
import type { LinkKeys, LinkKind } from './link-keys.js';
import { signatureBytes } from './link-keys.js';
import type { LinkedMail } from './mail-links.js';
import { longestTarget } from './mail-links.js';

export interface ClickLink extends LinkedMail {
  readonly url: string;
  /** Which of the mail's links it is. */
  readonly index: number;
}
export interface ViewLink extends LinkedMail {
  readonly expires: Date;
}

const idBytes = 16;
const mailBytes = 2 * idBytes;
/** Nobody decodes more than a link can have: a character of a target takes up to four bytes, three bytes four characters. */
const longestToken = Math.ceil(((mailBytes + 3 + 4 * longestTarget + signatureBytes) * 4) / 3);

export const readOpen = (keys: LinkKeys, token: string): LinkedMail | undefined => {
  const content = contentOf(keys, 'open', token);
  return content?.length === mailBytes ? mailOf(content) : undefined;
};

export const readUnsubscribe = (keys: LinkKeys, token: string): LinkedMail | undefined => {
  const content = contentOf(keys, 'unsubscribe', token);
  return content?.length === mailBytes ? mailOf(content) : undefined;
};

export function readClick(keys: LinkKeys, token: string): ClickLink | undefined {
  const content = contentOf(keys, 'click', token);
  if (!content || content.length <= mailBytes + 2) return undefined;
  const url = expandUrl(content.subarray(mailBytes + 2));
  return url === undefined ? undefined : { ...mailOf(content), index: content.readUInt16BE(mailBytes), url };
}

export function readView(keys: LinkKeys, token: string): ViewLink | undefined {
  const content = contentOf(keys, 'view', token);
  if (content?.length !== mailBytes + 4) return undefined;
  return { ...mailOf(content), expires: new Date(content.readUInt32BE(mailBytes) * 1000) };
}

/** What was signed; nothing where not every character is as we wrote it. */
function contentOf(keys: LinkKeys, kind: LinkKind, token: string): Buffer | undefined {
  if (token.length > longestToken) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < mailBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined;
  const content = bytes.subarray(0, -signatureBytes);
  return keys.verify(kind, content, bytes.subarray(-signatureBytes)) ? content : undefined;
}

const mailOf = (content: Buffer): LinkedMail => ({
  accountId: idOfHex('account', content.toString('hex', 0, idBytes)),
  logId: idOfHex('log', content.toString('hex', idBytes, mailBytes)),
});
