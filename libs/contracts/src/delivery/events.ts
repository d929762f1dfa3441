import { z } from 'zod';
import { defineEvent } from '../event.js';
import { id } from '../ids.js';
import { timestamp } from '../primitives.js';
import { dripMark } from './drip-mails.js';
import { logStatus } from './logs.js';

const about = {
  log_id: id('log'),
  template_id: z.string(),
  recipient_address: z.string(),
  test: z.boolean(),
  at: timestamp,
  /** Where the message is a campaign's. */
  drip: dripMark.optional(),
};
const example = {
  log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe',
  template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  recipient_address: 'ada@example.com',
  test: false,
  at: 1_790_000_000,
};

/**
 * A message was committed; the API has answered 200 or is about to. `source` tells a caller's send from a campaign's step; with
 * `recipient_known` the customer service has made sure of the recipient already.
 */
export const messageAccepted = defineEvent({
  topic: 'message.accepted.v1',
  publisher: 'delivery',
  consumers: ['customer', 'tracking', 'drip'],
  payload: z.object({ ...about, source: z.enum(['send', 'resend', 'drip']), recipient_known: z.boolean().optional() }),
  examples: [{ ...example, source: 'send' }],
});

/** A provider took the message (or, with a test key, would have been called). */
export const messageSent = defineEvent({
  topic: 'message.sent.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'drip'],
  payload: z.object({ ...about, esp_account_id: z.string(), provider_message_id: z.string().optional() }),
  examples: [{ ...example, esp_account_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe', provider_message_id: '<1@mx.example>' }],
});

/** A message reached a terminal status other than sent, and will not be tried again. */
export const messageEnded = defineEvent({
  topic: 'message.ended.v1',
  publisher: 'delivery',
  consumers: ['tracking', 'drip'],
  payload: z.object({ ...about, status: logStatus, reason: z.string() }),
  examples: [{ ...example, status: 'bounced', reason: '550 5.1.1 no such user' }],
});
