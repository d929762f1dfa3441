import { z } from 'zod';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

const lane = z
  .object({
    esp_account: z
      .string()
      .optional()
      .describe('The ESP account: its id, or `builtin`; left out for mail of test keys, which meets none.'),
    kind: z
      .enum(['mail', 'campaign', 'test'])
      .describe('Mail that was sent for, mail of drip campaigns, or mail of test keys.'),
    waiting: z.int().describe('How many mails wait, scheduled ones included; counted up to 10,000.'),
    due: z.int().describe('How many of them are due and not being sent; counted up to 10,000.'),
    oldest_due: timestamp.optional().describe('Since when the first of these has been due.'),
    next_due: timestamp.optional().describe('When the next one is due, where none is.'),
    state: z
      .enum(['open', 'failing', 'paused'])
      .describe(
        '`failing`: the last attempt at some of it failed because of the ESP account; `paused`: nothing is tried for a while.',
      ),
    paused_until: timestamp.optional().describe('When it is tried again, as the process that answers knows it.'),
  })
  .meta({ id: 'QueueLane', description: 'Mail that waits for one ESP account.' });
export type QueueLane = z.infer<typeof lane>;

/** GET /queue (docs/reference/queue.md). */
export const getQueue = defineRpc({
  pattern: 'delivery.queue.get.v1',
  request: z.object({}),
  response: z.object({
    object: z.literal('queue'),
    waiting: z.int().describe('How many mails wait in all lanes.'),
    due: z.int().describe('How many of them are due and not being sent.'),
    oldest_due: timestamp.optional().describe('Since when the first of these has been due.'),
    lanes: z.array(lane).describe('Only those with mail, or that are not open.'),
  }),
  examples: [{ name: 'nothing waits', request: {}, response: { object: 'queue', waiting: 0, due: 0, lanes: [] } }],
});
