import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How most addresses begin; its place in the list stands for it in a link. The empty one is for all others. Only ever added to. */
const beginnings = ['', 'https://', 'https://www.', 'http://', 'http://www.'] as const;

/** An address as bytes: what it begins with as one, the rest as it is. */
export function compactUrl(url: string): Buffer {
  let longest = 0;
  beginnings.forEach((beginning, index) => {
    if (url.startsWith(beginning) && beginning.length > beginnings[longest]!.length) longest = index;
  });
  return Buffer.from(String.fromCharCode(longest) + url.slice(beginnings[longest]!.length));
}

/** Undefined where it is none of these. */
export function expandUrl(bytes: Buffer): string | undefined {
  const beginning = beginnings[bytes[0] ?? -1];
  return beginning === undefined ? undefined : beginning + bytes.toString('utf8', 1);
}

/** What a link does: shows a pixel, leads on, unsubscribes, shows the mail. The letter is a part of its address. */
export const linkKinds = { open: 'o', click: 'c', unsubscribe: 'u', view: 'v' } as const;
export type LinkKind = keyof typeof linkKinds;
/** What else is signed: where mails are returned to. */
type SignedKind = LinkKind | 'bounce';

/** 84 bits: nobody finds a link by trying, and every character is one more in each link of every mail. */
export const signatureLength = 14;

/**
 * The keys of TRACKING_KEY (docs/adr/0019-tracking-links.md). Each kind of link has keys of its own, derived from them, so that a link of one kind is
 * none of another. A link does not say which key it was signed with: there are few, and a link is in thousands of mails.
 */
export class LinkKeys {
  private readonly ring: readonly Readonly<Record<SignedKind, Hmac>>[];

  constructor(trackingKey: string) {
    this.ring = trackingKey.split(',').map((entry) => {
      const secret = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
      const derived = (kind: SignedKind): Hmac =>
        new Hmac(Buffer.from(hkdfSync('sha256', secret, '', `postrider link ${kind} v1`, 32)).toString('hex'));
      return {
        open: derived('open'),
        click: derived('click'),
        unsubscribe: derived('unsubscribe'),
        view: derived('view'),
        bounce: derived('bounce'),
      };
    });
  }

  /** `text` is ASCII: what was signed is every character of it. */
  sign(kind: SignedKind, text: string): string {
    return this.ring[0]![kind].of(text).slice(0, signatureLength);
  }

  /** Of what has room for so many bytes only. */
  signBytes(kind: SignedKind, text: string, bytes: number): Buffer {
    return Buffer.from(this.ring[0]![kind].of(text), 'base64url').subarray(0, bytes);
  }

  verifyBytes(kind: SignedKind, text: string, signature: Buffer): boolean {
    return this.ring.some((keys) =>
      timingSafeEqual(Buffer.from(keys[kind].of(text), 'base64url').subarray(0, signature.length), signature),
    );
  }

  verify(kind: SignedKind, text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.ring.some((keys) => {
      const right = Buffer.from(keys[kind].of(text).slice(0, signatureLength));
      return right.length === given.length && timingSafeEqual(right, given);
    });
  }
}

const block = 64;
const digestBytes = 32;

/** HMAC-SHA256 (RFC 2104) of texts, by two hashes: with Node's own, which makes objects for each, signing the links would be most of tracking a mail. */
export class Hmac {
  private readonly inner: string;
  /** What is hashed second: the key, then the first hash, which each text writes anew. */
  private readonly outer = Buffer.alloc(block + digestBytes);

  /** The key is ASCII, and no longer than a block. */
  constructor(key: string) {
    const padded = Buffer.alloc(block);
    padded.write(key, 'latin1');
    this.inner = Buffer.from(padded.map((byte) => byte ^ 0x36)).toString('latin1');
    padded.forEach((byte, index) => {
      this.outer[index] = byte ^ 0x5c;
    });
  }

  /** In base64url. */
  of(text: string): string {
    this.outer.write(hash('sha256', this.inner + text, 'binary'), block, 'latin1');
    return hash('sha256', this.outer, 'base64url');
  }
}
