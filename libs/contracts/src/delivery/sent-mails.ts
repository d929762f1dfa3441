import { z } from 'zod';
import { id } from '../ids.js';
import { emailAddress } from '../addresses.js';
import { locale, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { copyRecipient, recipient, sender } from './message.js';

const exampleId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';

/** An email as it was accepted, rendered again (docs/reference/sent-mail.md). */
export const sentMail = z
  .object({
    object: z.literal('mail'),
    log_id: id('log').describe('The id of its log.'),
    created: timestamp,
    sender: sender.describe('The sender.'),
    reply_to: z.array(emailAddress).optional().describe('All addresses for replies, if there are several.'),
    recipient: recipient.describe('The recipient.'),
    to: z.array(copyRecipient).optional().describe('Further recipients that the email shows in To.'),
    cc: z.array(copyRecipient).describe('A recipient of a copy.'),
    bcc: z.array(copyRecipient).describe('Recipients of blind copies.'),
    subject: z.string().describe('The subject.'),
    preheader: z.string().optional().describe('The preheader.'),
    html: z.string().optional().describe('The HTML part, without tracking.'),
    text: z.string().describe('The text part.'),
    amp_html: z.string().optional().describe('The AMP part.'),
    notes: z.array(z.string()).describe('Parts that rendering omitted, with the reason.'),
    headers: z.record(z.string(), z.string()).describe('The headers of the send.'),
    tags: z.array(z.string()).describe('Tags.'),
    template_data: z.record(z.string(), z.unknown()).describe('The data of the template.'),
    locale: locale.describe('The locale of the version.'),
    version: z.string().optional().describe('The id of the version, if known.'),
    esp_account: z.string().optional().describe('The id of the ESP account; absent for the built-in one.'),
    send_at: timestamp.optional().describe('The scheduled time, if any.'),
    test: z.boolean().describe('Whether a test key sent it.'),
    attachments: z
      .array(
        z.object({
          name: z.string().describe('The file name.'),
          bytes: z.int().describe('The size.'),
          inline: z.boolean().describe('Whether it is an image of the HTML part.'),
          content_type: z.string().describe('The media type.'),
          content_id: z.string().optional().describe('The content id that the HTML part uses, if the send has one.'),
        }),
      )
      .describe('Attachments, without content.'),
  })
  .meta({ id: 'Mail', description: 'An email as it was sent.' });

/** GET /logs/{id}/mail. */
export const getSentMail = defineRpc({
  pattern: 'delivery.message.get.v1',
  request: z.object({ log_id: z.string() }),
  response: sentMail,
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'by log id',
      request: { log_id: exampleId },
      response: {
        object: 'mail',
        log_id: exampleId,
        created: 1_790_000_000,
        sender: { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' },
        recipient: { address: 'ada@example.com', name: 'Ada' },
        cc: [],
        bcc: [],
        subject: 'Your receipt R-1',
        html: '<p>Hello Ada</p>',
        text: 'Hello Ada',
        notes: [],
        headers: {},
        tags: ['receipts'],
        template_data: { name: 'Ada', number: 'R-1' },
        locale: 'en-US',
        version: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe',
        esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
        test: false,
        attachments: [{ name: 'receipt.pdf', bytes: 5_120, inline: false, content_type: 'application/pdf' }],
      },
    },
  ],
});

/**
 * A piece of an attachment for GET /logs/{id}/mail/attachments/{index}. `index` counts from 0 in `attachments` of the
 * email. `after` is the `position` of the piece before, -1 for the first.
 */
export const readAttachment = defineRpc({
  pattern: 'delivery.message.attachment.v1',
  request: z.object({ log_id: z.string(), index: z.int().min(0), after: z.int().min(-1) }),
  response: z.object({
    name: z.string(),
    content_type: z.string(),
    /** Of the whole attachment. */
    bytes: z.int(),
    position: z.int(),
    /** In base64. */
    data: z.string(),
  }),
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'the first piece',
      request: { log_id: exampleId, index: 0, after: -1 },
      response: { name: 'hello.txt', content_type: 'text/plain', bytes: 5, position: 0, data: 'aGVsbG8=' },
    },
  ],
});

/** An email as the bytes that are sent to a mail server (docs/reference/sent-mail.md). */
export const mailSource = z
  .object({
    object: z.literal('mail_source'),
    log_id: id('log').describe('The id of its log.'),
    source: z.string().describe('Headers and MIME parts, without the content of attachments.'),
    complete: z.boolean().describe('`false` if the source was truncated at 2 MB.'),
  })
  .meta({ id: 'MailSource', description: 'The source of an email.' });

/** GET /logs/{id}/mail/source. */
export const getMailSource = defineRpc({
  pattern: 'delivery.message.source.v1',
  request: z.object({ log_id: z.string() }),
  response: mailSource,
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'by log id',
      request: { log_id: exampleId },
      response: {
        object: 'mail_source',
        log_id: exampleId,
        source: 'From: Acme <billing@acme.example>\r\nTo: Ada <ada@example.com>\r\nSubject: Your receipt R-1\r\n',
        complete: true,
      },
    },
  ],
});

export const sendAttempt = z
  .object({
    object: z.literal('attempt'),
    attempt: z.int().describe('The number of the attempt, from 1.'),
    started: timestamp,
    milliseconds: z.int().describe('The duration of the attempt.'),
    outcome: z
      .enum(['sent', 'rejected', 'deferred'])
      .describe('`sent`: accepted. `rejected`: not retried. `deferred`: it is retried.'),
    code: z.string().optional().describe("The provider's code, or that of the failed connection."),
    message: z.string().describe("The provider's response."),
    esp_account: z.string().optional().describe('The id of the ESP account; absent for the built-in one.'),
    provider_message_id: z.string().optional().describe("The provider's id of the email."),
  })
  .meta({ id: 'Attempt', description: 'An attempt to send an email.' });

/** GET /logs/{id}/attempts. */
export const listAttempts = defineRpc({
  pattern: 'delivery.message.attempts.v1',
  request: z.object({ log_id: z.string() }),
  response: z.array(sendAttempt),
  errors: ['not_found'],
  examples: [
    {
      name: 'by log id',
      request: { log_id: exampleId },
      response: [
        {
          object: 'attempt',
          attempt: 1,
          started: 1_790_000_000,
          milliseconds: 212,
          outcome: 'sent',
          message: '250 2.0.0 Ok: queued as 4711',
          esp_account: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
          provider_message_id: '4711',
        },
      ],
    },
  ],
});
