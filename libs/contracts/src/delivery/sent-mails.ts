import { z } from 'zod';
import { id } from '../ids.js';
import { locale, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { copyRecipient, recipient, sender } from './message.js';

const exampleId = 'log_01KQV5Xx7GJ8sVJ4mB2cDe';

/** A mail as it was accepted, rendered again (docs/reference/sent-mail.md). */
export const sentMail = z
  .object({
    object: z.literal('mail'),
    log_id: id('log').describe('The id of its log.'),
    created: timestamp,
    sender: sender.describe('Whom it is from.'),
    recipient: recipient.describe('Whom it is to.'),
    cc: z.array(copyRecipient).describe('Who gets a copy.'),
    bcc: z.array(copyRecipient).describe('Who gets a blind copy.'),
    subject: z.string().describe('The subject.'),
    preheader: z.string().optional().describe('The preheader, which the HTML part has, too.'),
    html: z.string().optional().describe('The HTML part, without what tracking adds to it.'),
    text: z.string().describe('The text part.'),
    amp_html: z.string().optional().describe('The AMP part.'),
    notes: z.array(z.string()).describe('What was left out when it was rendered, and why.'),
    headers: z.record(z.string(), z.string()).describe('Headers that were given.'),
    tags: z.array(z.string()).describe('Tags.'),
    template_data: z.record(z.string(), z.unknown()).describe('What the template was filled with.'),
    locale: locale.describe('The locale of the version.'),
    version: z.string().optional().describe('The id of the version, where it is known.'),
    esp_account: z.string().optional().describe('The id of the ESP account; left out where the built-in one sent it.'),
    send_at: timestamp.optional().describe('When it was to be sent, where the caller said so.'),
    test: z.boolean().describe('Whether a test key sent it.'),
    attachments: z
      .array(
        z.object({
          name: z.string().describe('The name.'),
          bytes: z.int().describe('How large it is.'),
          inline: z.boolean().describe('Whether it is an image of the HTML part.'),
        }),
      )
      .describe('What is attached, without its content.'),
  })
  .meta({ id: 'Mail', description: 'What was sent.' });

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
        attachments: [{ name: 'receipt.pdf', bytes: 5_120, inline: false }],
      },
    },
  ],
});

/** A mail as the bytes that a mail server is given (docs/reference/sent-mail.md). */
export const mailSource = z
  .object({
    object: z.literal('mail_source'),
    log_id: id('log').describe('The id of its log.'),
    source: z.string().describe('Headers and parts by RFC 5322 and MIME, without the content of attachments.'),
    complete: z.boolean().describe('False where more than 2 MB of it were cut off.'),
  })
  .meta({ id: 'MailSource', description: 'The source of a mail.' });

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
    attempt: z.int().describe('Which one it was, from 1 on.'),
    started: timestamp,
    milliseconds: z.int().describe('How long it took.'),
    outcome: z
      .enum(['sent', 'rejected', 'deferred'])
      .describe('What the provider made of it: took it, refused it for good, or for now.'),
    code: z.string().optional().describe("The provider's code, or that of the connection that failed."),
    message: z.string().describe('What the provider said.'),
    esp_account: z.string().optional().describe('The id of the ESP account; left out where it was the built-in one.'),
    provider_message_id: z.string().optional().describe("The provider's own id of the mail."),
  })
  .meta({ id: 'Attempt', description: 'One try at handing a mail to a provider.' });

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
