import type { EventEnvelope } from '../on.js';
import { eventEnvelope } from '../on.js';
import { readBundle } from './bundles.js';

const bundle = eventEnvelope.array().min(1);

/** The events of a message; undefined where anything in it is not an event. */
export const readEvents = (content: Buffer): EventEnvelope[] | undefined => bundle.safeParse(readBundle(content)).data;
