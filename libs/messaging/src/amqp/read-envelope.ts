import type { EventEnvelope } from '../on.js';
import { eventEnvelope } from '../on.js';

/** Undefined for what is not an event. */
export function readEnvelope(content: Buffer): EventEnvelope | undefined {
  try {
    return eventEnvelope.safeParse(JSON.parse(content.toString())).data;
  } catch {
    return undefined;
  }
}
