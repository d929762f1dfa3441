import type { KeyObject } from 'node:crypto';
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a link does: shows a pixel, leads on, unsubscribes, shows the mail. The letter is a part of its address. */
export const linkKinds = { open: 'o', click: 'c', unsubscribe: 'u', view: 'v' } as const;
export type LinkKind = keyof typeof linkKinds;

/** 80 bits: nobody finds a link by trying, and every byte is one more in each link of every mail. */
export const signatureBytes = 10;

/**
 * The keys of TRACKING_KEY (docs/adr/0018-tracking-links.md). Each kind of link has keys of its own, derived from them, so that a link of one kind is
 * none of another. A link does not say which key it was signed with: there are few, and a link is in thousands of mails.
 */
export class LinkKeys {
  private readonly ring: readonly Readonly<Record<LinkKind, KeyObject>>[];

  constructor(trackingKey: string) {
    this.ring = trackingKey.split(',').map((entry) => {
      const secret = Buffer.from(entry.slice(entry.indexOf(':') + 1), 'base64');
      const derived = (kind: LinkKind): KeyObject =>
        createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `postrider link ${kind} v1`, 32)));
      return {
        open: derived('open'),
        click: derived('click'),
        unsubscribe: derived('unsubscribe'),
        view: derived('view'),
      };
    });
  }

  sign(kind: LinkKind, content: Buffer): Buffer {
    return signatureOf(this.ring[0]![kind], content);
  }

  verify(kind: LinkKind, content: Buffer, signature: Buffer): boolean {
    return this.ring.some((keys) => timingSafeEqual(signatureOf(keys[kind], content), signature));
  }
}

const signatureOf = (key: KeyObject, content: Buffer): Buffer =>
  createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);
