import { hexOfId } from '@postrider/contracts';
import { compactUrl } from './compact-url.js';
import type { LinkKeys, LinkKind } from './link-keys.js';
import { linkKinds } from './link-keys.js';

/** Whose links: everything that a link says of its mail. */
export interface LinkedMail {
  readonly accountId: string;
  readonly logId: string;
}

/** So long a target may be: a link is a third longer, and what reads mails takes some 2,000 to 4,000 characters. */
export const longestTarget = 2_000;

/** The links of one mail: the same at every attempt. */
export class MailLinks {
  private readonly mail: Buffer;

  constructor(
    private readonly keys: LinkKeys,
    /** An address without a slash at its end. */
    private readonly base: string,
    { accountId, logId }: LinkedMail,
  ) {
    this.mail = Buffer.from(hexOfId(accountId) + hexOfId(logId), 'hex');
  }

  open(): string {
    return this.link('open', this.mail);
  }

  /** `index` says which of the mail's links it is, from 0. */
  click(url: string, index: number): string {
    const place = Buffer.alloc(2);
    place.writeUInt16BE(index);
    return this.link('click', Buffer.concat([this.mail, place, compactUrl(url)]));
  }

  unsubscribe(): string {
    return this.link('unsubscribe', this.mail);
  }

  /** The mail as a page, until that time. */
  view(expires: Date): string {
    const at = Buffer.alloc(4);
    at.writeUInt32BE(Math.floor(expires.getTime() / 1000));
    return this.link('view', Buffer.concat([this.mail, at]));
  }

  /** Whether an address is one of these already, of this mail or another. */
  isOwn(url: string): boolean {
    return url.startsWith(`${this.base}/t/`);
  }

  private link(kind: LinkKind, content: Buffer): string {
    const token = Buffer.concat([content, this.keys.sign(kind, content)]).toString('base64url');
    return `${this.base}/t/${linkKinds[kind]}/${token}`;
  }
}
