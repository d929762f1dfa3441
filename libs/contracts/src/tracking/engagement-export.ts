import { z } from 'zod';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** What was done with a mail, as it is stored. */
export const exportedEngagement = z
  .object({
    kind: z.enum(['open', 'click', 'unsubscribe']).describe('What was done.'),
    at: timestamp.describe('When.'),
    count: z.int().describe('How often within a moment.'),
    machine: z.string().optional().describe('Why it is taken for a machine.'),
    url: z.string().optional().describe('Where the link led.'),
    user_agent: z.string().optional().describe('The program, as it calls itself.'),
  })
  .meta({ id: 'ExportedEngagement', description: 'What was done with a mail.' });

/** A mail keeps some 120 of them, each of at most 3 KB. */
export const maxLogsOfEngagements = 10;

export const exportEngagements = defineRpc({
  pattern: 'tracking.engagement.export.v1',
  request: z.object({ log_ids: z.array(id('log')).min(1).max(maxLogsOfEngagements) }),
  response: z.array(exportedEngagement.extend({ log_id: id('log') })),
  examples: [
    {
      name: 'of a mail whose recipient unsubscribed',
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
