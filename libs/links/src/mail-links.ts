import { hexOfId } from '@postrider/contracts';
import type { LinkKeys, LinkKind } from './link-keys.js';
import { compactUrl, linkKinds } from './link-keys.js';

/** Whose links: everything that a link says of its mail. */
export interface LinkedMail {
  readonly accountId: string;
  readonly logId: string;
}

/** So long a target may be: a link is a third longer, and what reads mails takes some 2,000 to 4,000 characters. */
export const maxTargetLength = 2_000;

/** How a link begins: this form of links, then account and log. 33 bytes are 44 characters of base64, to which others can be added. */
export const format = '01';

/** A target as a link has it; the same in every mail. `index` says which of the mail's links it is, from 0. */
export function encodeTarget(url: string, index: number): string {
  const place = Buffer.alloc(2);
  place.writeUInt16BE(index);
  return Buffer.concat([place, compactUrl(url)]).toString('base64url');
}

/** The links of one mail: the same at every attempt. */
export class MailLinks {
  private readonly mail: string;
  /** How each of them begins, whatever it does. */
  private readonly beginning: string;

  constructor(
    private readonly keys: LinkKeys,
    /** An address without a slash at its end. */
    base: string,
    { accountId, logId }: LinkedMail,
  ) {
    this.beginning = `${base}/t/`;
    this.mail = Buffer.from(format + hexOfId(accountId) + hexOfId(logId), 'hex').toString('base64url');
  }

  open(): string {
    return this.link('open', '');
  }

  /** @param target of `encodeTarget` */
  click(target: string): string {
    return this.link('click', target);
  }

  unsubscribe(): string {
    return this.link('unsubscribe', '');
  }

  /** The mail as a page, until that time. */
  view(expires: Date): string {
    const at = Buffer.alloc(4);
    at.writeUInt32BE(Math.floor(expires.getTime() / 1000));
    return this.link('view', at.toString('base64url'));
  }

  /** Whether an address is one of these already, of this mail or another. */
  isOwn(url: string): boolean {
    return url.startsWith(this.beginning);
  }

  private link(kind: LinkKind, rest: string): string {
    return `${this.beginning}${linkKinds[kind]}/${this.mail}${this.keys.sign(kind, this.mail + rest)}${rest}`;
  }
}
