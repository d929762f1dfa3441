import { z } from 'zod';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { dripMark } from './drip-mails.js';
import { exampleReportedLogEvent, reportedLogEvent } from './log-events.js';
import { logStatus } from './logs.js';
import { exampleErasure } from '../customer/erasures.js';

/** Maximum number of logs that one transaction erases and one event reports. */
export const maxErasedLogs = 500;

/** These logs were anonymized. `last`: there are no others, but earlier events about them may still be in flight. */
export const logsErased = defineEvent({
  topic: 'logs.erased.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'customer'],
  payload: z.object({
    erasure_id: id('erasure'),
    pseudonym: z.string(),
    log_ids: z.array(id('log')).max(maxErasedLogs),
    cancelled: z.int().nonnegative(),
    last: z.boolean(),
  }),
  examples: [
    {
      erasure_id: exampleErasure.id,
      pseudonym: exampleErasure.pseudonym,
      log_ids: ['log_01KQV5Xx7GJ8sVJ4mB2cDe'],
      cancelled: 0,
      last: false,
    },
  ],
});

const named = {
  template_name: z.string().optional(),
  version_name: z.string().nullable().optional(),
  locale: z.string().optional(),
};
const about = {
  log_id: id('log'),
  template_id: z.string(),
  recipient_address: z.string(),
  test: z.boolean(),
  at: timestamp,
  /** Set for emails of a campaign. */
  drip: dripMark.optional(),
  /** The version that was sent, if already known: a campaign's email gets one when it is due. */
  artifact_id: z.string().optional(),
  version_id: z.string().optional(),
  tags: z.array(z.string()).optional(),
  ...named,
};
const example = {
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  recipient_address: 'ada@example.com',
  test: false,
  at: 1_790_000_000,
};

/**
 * A message was committed. `source` distinguishes a caller's send from a campaign step; `recipient_known` means that
 * the customer service already knows the recipient.
 */
export const messageAccepted = defineEvent({
  topic: 'message.accepted.v1',
  publisher: 'delivery',
  consumers: ['customer', 'tracking', 'drip'],
  payload: z.object({
    ...about,
    source: z.enum(['send', 'resend', 'drip']),
    recipient_known: z.boolean().optional(),
    esp_account_id: z.string().optional(),
    /** The account's own quota for campaign members, if it has one: a send may add its recipient to a campaign. */
    drip_members: z.number().optional(),
  }),
  examples: [{ ...example, source: 'send' }],
});

/** A provider accepted the message (or, with a test key, would have been called). */
export const messageSent = defineEvent({
  topic: 'message.sent.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'drip'],
  payload: z.object({ ...about, esp_account_id: z.string(), provider_message_id: z.string().optional() }),
  examples: [{ ...example, esp_account_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe', provider_message_id: '<1@mx.example>' }],
});

/** A message reached a terminal status other than `sent`; there are no more attempts. */
export const messageEnded = defineEvent({
  topic: 'message.ended.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'drip'],
  payload: z.object({ ...about, status: logStatus, reason: z.string(), esp_account_id: z.string().optional() }),
  examples: [{ ...example, status: 'bounced', reason: '550 5.1.1 no such user' }],
});

/**
 * A log event after the provider accepted the email was stored in its log. Published once per such log event; the events
 * above report the sending itself. `type` is the type in the log; `recipient_address` is the email's recipient, and the
 * address of a copy is in `detail`.
 */
export const logEventRecorded = defineEvent({
  topic: 'log_event.recorded.v1',
  publisher: 'delivery',
  consumers: ['tracking'],
  payload: reportedLogEvent.extend({
    template_id: z.string(),
    ...named,
    recipient_address: z.string(),
    test: z.boolean(),
    drip: dripMark.optional(),
    artifact_id: z.string().optional(),
    version_id: z.string().optional(),
    /** The ESP account that sent the email, whatever the source of this event. */
    sent_through: z.string().optional(),
    /**
     * Whether the event moves the status and is the first of its kind in this log: true for `opened`, not for
     * `re_opened`.
     */
    first: z.boolean().optional(),
    /** Of the first delivery: milliseconds since the email was accepted, or since `send_at`. */
    delivered_after_ms: z.int().nonnegative().optional(),
    tags: z.array(z.string()),
  }),
  examples: [
    {
      ...exampleReportedLogEvent,
      template_id: example.template_id,
      template_name: 'Receipt',
      version_name: 'Receipt',
      locale: 'en-US',
      recipient_address: example.recipient_address,
      test: false,
      artifact_id: 'art_01KQV5Xx7GJ8sVJ4mB2cDe',
      version_id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe',
      sent_through: exampleReportedLogEvent.esp_account_id,
      first: true,
      tags: ['receipts'],
    },
  ],
});
