import { z } from 'zod';
import { id } from '../ids.js';
import { defineRpc } from '../rpc.js';
import { timestamp } from '../primitives.js';

/** A stored open, click or opt-out. */
export const exportedEngagement = z
  .object({
    kind: z.enum(['open', 'click', 'unsubscribe']).describe('The type of engagement.'),
    at: timestamp.describe('The time.'),
    count: z.int().describe('The number of times at that moment.'),
    machine: z.string().optional().describe('The reason why it counts as a bot. Absent for people.'),
    url: z.string().optional().describe('The target of the link.'),
    user_agent: z.string().optional().describe('The user agent.'),
  })
  .meta({ id: 'ExportedEngagement', description: 'An open, click or opt-out.' });

/** An email stores about 120 of them, of up to 3 KB each. */
export const maxLogsOfEngagements = 10;

export const exportEngagements = defineRpc({
  pattern: 'tracking.engagement.export.v1',
  request: z.object({ log_ids: z.array(id('log')).min(1).max(maxLogsOfEngagements) }),
  response: z.array(exportedEngagement.extend({ log_id: id('log') })),
  examples: [
    {
      name: 'of an email whose recipient unsubscribed',
      request: { log_ids: ['log_01KQV5Xx7GJ8sVJ4mB2cDe'] },
      response: [
        {
          log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
          kind: 'unsubscribe',
          at: 1_790_000_100,
          count: 1,
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
        },
      ],
    },
  ],
});

/** Why an open or click counts as a bot's (docs/tracking.md#bots). */
export const botReasons = ['head', 'prefetch', 'proxy', 'scanner', 'library', 'burst'] as const;
export type BotReason = (typeof botReasons)[number];

export const maxEngagements = 500;

/** An open or click that a gateway received. Equal ones within a short time are combined, with their number. */
export const seenEngagement = z.object({
  /** Recorded once per id, so that calls can be repeated. */
  id: id('event'),
  log_id: id('log'),
  kind: z.enum(['open', 'click']),
  /** Time of the first one, Unix milliseconds. */
  at_ms: z.int().nonnegative(),
  count: z.int().positive(),
  /** For a click: the position of the link in the email, and its target. */
  link: z.int().min(0).max(65_535).optional(),
  url: z.string().max(2_048).optional(),
  bot: z.enum(botReasons).optional(),
  user_agent: z.string().max(512).optional(),
});
export type SeenEngagement = z.output<typeof seenEngagement>;

const exampleLogId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';

/** Once it responds, they are stored; events update the log later. */
export const recordEngagements = defineRpc({
  pattern: 'tracking.engagement.record.v1',
  request: z.object({ engagements: z.array(seenEngagement).min(1).max(maxEngagements) }),
  response: z.object({}),
  examples: [
    {
      name: 'an open',
      request: {
        engagements: [
          {
            id: 'evt_01KQV5Xx7GJ8sVJ4mB2cDe',
            log_id: exampleLogId,
            kind: 'open' as const,
            at_ms: 1_790_000_060_250,
            count: 1,
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
          },
        ],
      },
      response: {},
    },
  ],
});

/** Records an opt-out. Repeating it changes nothing. */
export const recordUnsubscribe = defineRpc({
  pattern: 'tracking.unsubscribe.record.v1',
  request: z.object({
    log_id: id('log'),
    /** `one_click`: the email client sent it (RFC 8058); `page`: the recipient clicked the button. */
    via: z.enum(['one_click', 'page']),
    user_agent: z.string().max(512).optional(),
  }),
  response: z.object({}),
  examples: [{ name: 'on the page', request: { log_id: exampleLogId, via: 'page' as const }, response: {} }],
});
