import type { EventEnvelope } from '../on.js';
import { eventEnvelope } from '../on.js';
import { parseJson } from './bundles.js';

/** Undefined for what is not an event. */
export const readEnvelope = (content: Buffer): EventEnvelope | undefined =>
  eventEnvelope.safeParse(parseJson(content)).data;

/** The events of a bundle, or the one that travels alone; undefined where anything in it is not an event. */
export function readEvents(content: Buffer): EventEnvelope[] | undefined {
  const parsed = parseJson(content);
  const bundle = Array.isArray(parsed) ? parsed : [parsed];
  return bundle.length === 0 ? undefined : eventEnvelope.array().safeParse(bundle).data;
}
