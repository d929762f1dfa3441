import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Common URL prefixes; a link stores the index of its prefix. The empty one stands for all others. Append only. */
const prefixes = ['', 'https://', 'https://www.', 'http://', 'http://www.'] as const;

/** Encodes a URL: one byte for its prefix, then the rest. */
export function compactUrl(url: string): Buffer {
  let longest = 0;
  prefixes.forEach((prefix, index) => {
    if (url.startsWith(prefix) && prefix.length > prefixes[longest]!.length) longest = index;
  });
  return Buffer.from(String.fromCharCode(longest) + url.slice(prefixes[longest]!.length));
}

/** Undefined if the prefix is unknown. */
export function expandUrl(bytes: Buffer): string | undefined {
  const prefix = prefixes[bytes[0] ?? -1];
  return prefix === undefined ? undefined : prefix + bytes.toString('utf8', 1);
}

/** The kinds of links: open pixel, click redirect, unsubscribe, web view, attachment. The letter is part of the URL. */
export const linkKinds = { open: 'o', click: 'c', unsubscribe: 'u', view: 'v', attachment: 'a' } as const;
export type LinkKind = keyof typeof linkKinds;
/** Return paths are signed, too. */
type SignedKind = LinkKind | 'bounce';

/** 84 bits, which cannot be guessed. Every character adds to each link of every email. */
export const signatureLength = 14;

/**
 * The keys of TRACKING_KEY (docs/adr/0019-tracking-links.md). Each kind of link has its own derived keys, so that a
 * link of one kind is invalid as another. A link does not contain the id of its key, to save space: there are few keys,
 * which are all tried.
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
        attachment: derived('attachment'),
        bounce: derived('bounce'),
      };
    });
  }

  /** `text` must be ASCII; every character is signed. */
  sign(kind: SignedKind, text: string): string {
    return this.ring[0]![kind].of(text).slice(0, signatureLength);
  }

  /** A truncated signature, for places with little space. */
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
      const expected = Buffer.from(keys[kind].of(text).slice(0, signatureLength));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

const block = 64;
const digestBytes = 32;

/**
 * HMAC-SHA256 (RFC 2104) of texts, computed with two hashes: Node's own HMAC creates objects for each text and would
 * dominate the cost of tracking an email.
 */
export class Hmac {
  private readonly inner: string;
  /** The input of the second hash: the key, then the first hash, which each text overwrites. */
  private readonly outer = Buffer.alloc(block + digestBytes);

  /** The key must be ASCII and fit into a block. */
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
