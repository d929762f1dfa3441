/**
 * A bundle carries what goes the same way in the same turn of the event loop in one message: calls as `[id, pattern, context, payload]`, replies
 * as `[id, reply]`. Nothing waits for company; what is alone goes as a message of its own. Each call in a bundle keeps its deadline, is handled
 * by itself and answered when it is ready.
 */
export const bundleType = 'postrider.bundle.v1';
/** On a call that goes alone: its reply may come back in a bundle. */
export const bundlesHeader = 'x-bundles';

export type BundledCall = readonly [id: string, pattern: string, context: unknown, payload: unknown];
export type BundledReply = readonly [id: string, reply: unknown];

const maxEntries = 32;
/** What is larger goes alone: its cost is its bytes, and others need not wait for them. */
const maxCharacters = 65_536;

/** In order, as few bundles as the limits allow. */
export function intoBundles<Entry>(
  entries: readonly Entry[],
  lengthOf: (entry: Entry) => number,
  most = maxEntries,
): Entry[][] {
  const bundles: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const last = bundles.at(-1);
    room -= lengthOf(entry);
    if (last && room >= 0 && last.length < most) last.push(entry);
    else {
      bundles.push([entry]);
      room = maxCharacters - lengthOf(entry);
    }
  }
  return bundles;
}

/** The ids of a bundle's calls as its correlation id (at most 255 bytes): returns and refusals bring back nothing else. */
export const joinIds = (ids: readonly string[]): string => ids.join(',');
export const splitIds = (correlationId: unknown): string[] => String(correlationId).split(',');
/** Small enough for `maxEntries` of them in a correlation id, and far more than are ever pending. */
export const nextId = (sequence: number): string => (sequence % 36 ** 5).toString(36);

/** Undefined for what is not JSON: an error thrown in a consumer would cost the channel and every other call on it. */
export function parseJson(content: unknown): unknown {
  try {
    return JSON.parse(String(content));
  } catch {
    return undefined;
  }
}

/** The entries of a bundle; of one that is none, none. */
export function readBundle<Entry extends BundledCall | BundledReply>(content: Buffer): Entry[] {
  const entries = parseJson(content);
  return Array.isArray(entries)
    ? entries.filter((entry: unknown): entry is Entry => Array.isArray(entry) && typeof entry[0] === 'string')
    : [];
}
