import type { EventEnvelope } from '../on.js';
import { eventEnvelope } from '../on.js';

/**
 * What goes the same way in the same turn of the event loop travels in one message, a bundle: a JSON list of calls `[pattern, context, payload]`, of
 * replies or of events. Nothing waits for company; what is alone is a bundle of one. Calls and replies have their ids in the correlation id, in the
 * same order. Each call of a bundle keeps its deadline, is handled by itself and answered when it is ready.
 */
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

/** The ids of a bundle's calls as its correlation id (at most 255 bytes): a return brings back nothing else. */
export const joinIds = (ids: readonly string[]): string => ids.join(',');
/** Without those that cannot be ours: joined again they might be too long. */
export const splitIds = (correlationId: unknown): string[] =>
  String(correlationId)
    .split(',')
    .filter((id) => /^[0-9a-z]{1,5}$/.test(id));
/** Small enough for `maxEntries` of them in a correlation id, and far more than are ever pending. */
export const nextId = (sequence: number): string => (sequence % 36 ** 5).toString(36);

/** Undefined for what is not JSON: an error thrown in a consumer would cost the channel and every other call on it. */
function jsonOrUndefined(content: unknown): unknown {
  try {
    return JSON.parse(String(content));
  } catch {
    return undefined;
  }
}

/** The entries of a bundle, unchecked; of what is none, none. */
export function readBundle(content: Buffer): unknown[] {
  const entries = jsonOrUndefined(content);
  return Array.isArray(entries) ? entries : [];
}

const bundle = eventEnvelope.array().min(1);

/** The events of a message; undefined where anything in it is not an event. */
export const readEvents = (content: Buffer): EventEnvelope[] | undefined => bundle.safeParse(readBundle(content)).data;
