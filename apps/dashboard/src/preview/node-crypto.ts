/** The functions of node:crypto that the template language uses, for browsers (vite.config.ts). No secret depends on them. */

const [offset, prime] = [0xcbf29ce484222325n, 0x100000001b3n];

/** For MJML only: FNV-1a twice, for a placeholder that the document does not contain. */
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
