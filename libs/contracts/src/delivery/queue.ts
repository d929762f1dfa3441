import { z } from 'zod';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

const lastError = z
  .object({
    message: z.string().describe("The provider's response, without secrets."),
    code: z
      .string()
      .optional()
      .describe("The provider's code, or that of a failed connection, such as `ECONNREFUSED`."),
    at: timestamp.describe('The time of the error.'),
  })
  .meta({ id: 'LaneError', description: 'A failure of an ESP account.' });

export type LaneError = z.infer<typeof lastError>;

const lane = z
  .object({
    esp_account: z
      .string()
      .optional()
      .describe('The id of the ESP account, or `builtin`; absent for emails of test keys.'),
    kind: z
      .enum(['mail', 'campaign', 'test'])
      .describe('Ordinary emails, emails of drip campaigns, or emails of test keys.'),
    waiting: z.int().describe('Waiting emails, scheduled ones included; counted up to 10,000.'),
    due: z.int().describe('Due emails that are not being sent; counted up to 10,000.'),
    oldest_due: timestamp.optional().describe('The time since which the oldest email is due.'),
    next_due: timestamp.optional().describe('The time at which the next email is due, if none is due now.'),
    state: z
      .enum(['open', 'failing', 'paused'])
      .describe(
        '`failing`: the last attempt failed because of the ESP account. `paused`: nothing is tried until `paused_until`.',
      ),
    paused_until: timestamp.optional().describe('When it is tried again.'),
    last_error: lastError.optional().describe('Why it is `failing` or `paused`.'),
  })
  .meta({ id: 'QueueLane', description: 'Waiting emails of one ESP account and kind.' });
export type QueueLane = z.infer<typeof lane>;

/** GET /queue (docs/reference/queue.md). */
export const getQueue = defineRpc({
  pattern: 'delivery.queue.get.v1',
  request: z.object({}),
  response: z.object({
    object: z.literal('queue'),
    waiting: z.int().describe('All waiting emails.'),
    due: z.int().describe('Due emails that are not being sent.'),
    oldest_due: timestamp.optional().describe('The time since which the oldest email is due.'),
    lanes: z.array(lane).describe('ESP accounts that have waiting emails or do not work.'),
  }),
  examples: [{ name: 'nothing waits', request: {}, response: { object: 'queue', waiting: 0, due: 0, lanes: [] } }],
});
