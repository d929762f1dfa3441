import { hexOfId } from '@postrider/contracts';
import type { LinkKeys, LinkKind } from './link-keys.js';
import { compactUrl, linkKinds } from './link-keys.js';

/** The email that a link belongs to. */
export interface LinkedMail {
  readonly accountId: string;
  readonly logId: string;
}

/**
 * Maximum length of a target URL: the link is a third longer, and email clients accept about 2,000 to 4,000 characters.
 */
export const maxTargetLength = 2_000;

/**
 * The version of the link format, followed by account and log. These 33 bytes are exactly 44 characters of base64, so
 * further data can be appended.
 */
export const format = '01';

/** Encodes the target of a link, the same for every email. `index` is the position of the link in the email, from 0. */
export function encodeTarget(url: string, index: number): string {
  const position = Buffer.alloc(2);
  position.writeUInt16BE(index);
  return Buffer.concat([position, compactUrl(url)]).toString('base64url');
}

/** The links of one email. They are the same at every attempt. */
export class MailLinks {
  private readonly mail: string;
  /** The prefix of all links. */
  private readonly prefix: string;

  constructor(
    private readonly keys: LinkKeys,
    /** A URL without a trailing slash. */
    base: string,
    { accountId, logId }: LinkedMail,
  ) {
    this.prefix = `${base}/t/`;
    this.mail = Buffer.from(format + hexOfId(accountId) + hexOfId(logId), 'hex').toString('base64url');
  }

  open(): string {
    return this.link('open', '');
  }

  /** @param target from `encodeTarget` */
  click(target: string): string {
    return this.link('click', target);
  }

  unsubscribe(): string {
    return this.link('unsubscribe', '');
  }

  /** The email as a page, until `expires`. */
  view(expires: Date): string {
    return this.link('view', toBytes(expires).toString('base64url'));
  }

  /** A download of one attachment, until `expires`. `index` is its position in the email, from 0. */
  attachment(expires: Date, index: number): string {
    const position = Buffer.alloc(2);
    position.writeUInt16BE(index);
    return this.link('attachment', Buffer.concat([toBytes(expires), position]).toString('base64url'));
  }

  /** Whether a URL is already such a link, of this email or another. */
  isOwn(url: string): boolean {
    return url.startsWith(this.prefix);
  }

  private link(kind: LinkKind, rest: string): string {
    return `${this.prefix}${linkKinds[kind]}/${this.mail}${this.keys.sign(kind, this.mail + rest)}${rest}`;
  }
}

function toBytes(time: Date): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.floor(time.getTime() / 1000));
  return bytes;
}
