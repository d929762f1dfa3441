import type { EventEnvelope } from '../on.js';
import { eventEnvelope } from '../on.js';

/**
 * Messages to the same destination in one turn of the event loop are sent as one bundle: a JSON list of calls
 * `[pattern, context, payload]`, of replies or of events. Nothing waits for a bundle to fill. The correlation id lists
 * the ids of the calls or replies in the same order. Each call of a bundle keeps its deadline, is handled separately
 * and answered when it is ready.
 */
const maxEntries = 32;
/** Larger entries are sent alone: their cost is in their bytes, and other entries need not wait for them. */
const maxCharacters = 65_536;

/** Packs the entries, in order, into as few bundles as the limits allow. */
export function packBundles<Entry>(
  entries: readonly Entry[],
  getLength: (entry: Entry) => number,
  maxSize = maxEntries,
): Entry[][] {
  const bundles: Entry[][] = [];
  let remaining = 0;
  for (const entry of entries) {
    const last = bundles.at(-1);
    remaining -= getLength(entry);
    if (last && remaining >= 0 && last.length < maxSize) last.push(entry);
    else {
      bundles.push([entry]);
      remaining = maxCharacters - getLength(entry);
    }
  }
  return bundles;
}

/**
 * Joins the ids of a bundle's calls into a correlation id (at most 255 bytes), the only part of a returned message that
 * identifies them.
 */
export const joinIds = (ids: readonly string[]): string => ids.join(',');
/** Drops ids that this transport did not create; they could exceed the limit when joined again. */
export const splitIds = (correlationId: unknown): string[] =>
  String(correlationId)
    .split(',')
    .filter((id) => /^[0-9a-z]{1,5}$/.test(id));
/** Short enough for `maxEntries` ids in a correlation id, and with far more values than pending calls. */
export const nextId = (sequence: number): string => (sequence % 36 ** 5).toString(36);

/** Returns undefined for invalid JSON: an error in a consumer would close the channel with all its calls. */
function jsonOrUndefined(content: unknown): unknown {
  try {
    return JSON.parse(String(content));
  } catch {
    return undefined;
  }
}

/** The unvalidated entries of a bundle; empty if the content is not one. */
export function readBundle(content: Buffer): unknown[] {
  const entries = jsonOrUndefined(content);
  return Array.isArray(entries) ? entries : [];
}

const bundle = eventEnvelope.array().min(1);

/** The events of a message; undefined if any entry is not an event. */
export const readEvents = (content: Buffer): EventEnvelope[] | undefined => bundle.safeParse(readBundle(content)).data;
