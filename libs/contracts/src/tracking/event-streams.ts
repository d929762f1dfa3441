import { z } from 'zod';
import { optionalOrEmpty } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { webhookEventTypes } from './webhooks.js';

/** See docs/operate/limits.md#event-streams. */
export const maxStreamedEvents = 200;

const position = z
  .string({ error: 'must be a string' })
  .regex(/^\d{1,16}$/, 'must be the id of an event of the stream');

const types = z
  .string({ error: 'must be a string' })
  .max(1_000, 'must be at most 1000 characters')
  .transform((list) => list.split(',').map((type) => type.trim()))
  .pipe(z.array(z.enum(webhookEventTypes, { error: 'must be a comma-separated list of event types' })).max(100));

const text = (what: string) =>
  optionalOrEmpty(z.string({ error: 'must be a string' }).max(255, 'must be at most 255 characters')).describe(what);

/** GET /events/stream (docs/reference/event-streams.md). */
export const eventStreamQuery = z.object({
  types: optionalOrEmpty(types).describe(
    'Only these types of events, separated by commas: `email.delivered,email.bounced`.',
  ),
  template: text('Only events of emails of this template: its id.'),
  tag: text('Only events of emails with this tag.'),
  after: optionalOrEmpty(position).describe(
    'The id of the last event that you received, if you cannot send `Last-Event-ID`.',
  ),
});
export type EventStreamQuery = z.output<typeof eventStreamQuery>;

const examplePosition = '1795348800000001';

/** Starts recording events for the streams of the account. */
export const openEventStream = defineRpc({
  pattern: 'tracking.event_stream.open.v1',
  request: z.object({}),
  response: z.object({ position }),
  timeoutMs: 10_000,
  examples: [{ name: 'the first', request: {}, response: { position: examplePosition } }],
});

/**
 * The events after a position, in stream order. `position` is the start of the next call, even if no event matched.
 * `missed`: older events were already deleted.
 */
export const readEventStream = defineRpc({
  pattern: 'tracking.event_stream.read.v1',
  request: z.object({
    after: position,
    types: z.array(z.enum(webhookEventTypes)).optional(),
    template: z.string().optional(),
    tag: z.string().optional(),
  }),
  response: z.object({
    events: z.array(z.object({ position, id: z.string(), body: z.string() })),
    position,
    missed: z.boolean(),
    /** Whether more events are already available. */
    more: z.boolean(),
  }),
  examples: [
    {
      name: 'nothing new',
      request: { after: examplePosition },
      response: { events: [], position: examplePosition, missed: false, more: false },
    },
  ],
});
