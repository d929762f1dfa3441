/** What the template language asks of node:crypto, in a browser (vite.config.ts puts it in its place). */

/** MJML alone is hashed, and MJML is compiled by the server. */
export class MjmlIsElsewhere extends Error {
  override readonly name = 'MjmlIsElsewhere';
}

export function createHash(): never {
  throw new MjmlIsElsewhere('MJML is compiled by the server');
}

/** Browsers have their own over HTTPS and on localhost only. */
export const randomUUID = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
