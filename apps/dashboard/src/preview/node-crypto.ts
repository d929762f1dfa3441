/** What the template language asks of node:crypto, in a browser (vite.config.ts puts it in its place). No secret depends on either. */

const [offset, prime] = [0xcbf29ce484222325n, 0x100000001b3n];

/** Of MJML alone: a word is made of it that the document does not hold. FNV-1a, twice. */
export function createHash(): { update(text: string): void; digest(): string } {
  let [one, other] = [offset, offset ^ 0x5bd1e995n];
  return {
    update(text) {
      for (let at = 0; at < text.length; at += 4) {
        const next = BigInt.asUintN(64, BigInt(text.charCodeAt(at)) ^ (BigInt(text.length - at) << 16n));
        one = BigInt.asUintN(64, (one ^ next) * prime);
        other = BigInt.asUintN(64, (other ^ next) * prime);
      }
    },
    digest: () => one.toString(16).padStart(16, '0') + other.toString(16).padStart(16, '0'),
  };
}

/** Browsers have their own over HTTPS and on localhost only. */
export const randomUUID = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
