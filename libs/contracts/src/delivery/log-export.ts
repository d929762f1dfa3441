import { z } from 'zod';
import { after, pageSchema, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { logEventDetail } from './log-events.js';
import { logResource, logStatus, logSubject } from './logs.js';

/** The accepted content of an email to this person, without the recipients of copies. */
const exportedMessage = z.object({
  sender: z.unknown().describe('The sender.'),
  html: z.string().optional().describe('The HTML of an email without a template.'),
  text: z.string().optional().describe('The text of an email without a template.'),
  template_data: z.record(z.string(), z.unknown()).describe('The data of the template.'),
  headers: z.record(z.string(), z.string()).describe('The headers of the send.'),
  tags: z.array(z.string()).describe('Tags.'),
  attachments: z
    .array(z.object({ name: z.string().describe('The file name.'), bytes: z.int().describe('The size.') }))
    .describe('Attachments, without content.'),
});

/** A log with all its stored data. */
export const exportedLog = logResource
  .extend({
    subject: logSubject,
    events: z
      .array(
        z.object({
          created: timestamp,
          type: logStatus,
          message: z.string().describe('A description of the event.'),
          detail: logEventDetail.optional().describe('Details of the event.'),
        }),
      )
      .describe('Oldest first.'),
    email: exportedMessage.optional().describe('The email as accepted.'),
  })
  .meta({ id: 'ExportedLog', description: 'A log with everything stored about it.' });

/** Newest first. `after` is the id of the last log on the previous page. */
export const exportLogs = defineRpc({
  pattern: 'delivery.log.export.v1',
  request: z.object({ email: z.string(), after }),
  response: pageSchema(exportedLog),
  timeoutMs: 15_000,
  examples: [
    {
      name: 'the only page',
      request: { email: 'ada@example.com' },
      response: {
        items: [
          {
            object: 'log',
            id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
            created: 1_790_000_000,
            recipient_name: 'Ada',
            recipient_address: 'ada@example.com',
            status: 'sent',
            message: 'Accepted by the mail server',
            email_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
            email_name: 'Receipt',
            email_version: 'Receipt',
            events: [{ created: 1_790_000_000, type: 'requested', message: 'API request received' }],
            email: {
              sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
              template_data: { name: 'Ada' },
              headers: {},
              tags: ['receipts'],
              attachments: [],
            },
          },
        ],
      },
    },
  ],
});
