import { z } from 'zod';
import { logStatuses } from '../delivery/logs.js';
import { id } from '../ids.js';
import { optionalOrEmpty, text, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

/** Statuses without a webhook event, because the next status follows immediately or an automatic retry does. */
const internalStatuses = ['requested', 'failed_to_queue', 'failed_to_send'] as const;
type WebhookStatus = Exclude<(typeof logStatuses)[number], (typeof internalStatuses)[number]>;

/** The type of a webhook event: one per log status, except for internal ones (docs/webhooks.md#events). */
export type WebhookEventType = `email.${WebhookStatus}`;
export const webhookEventTypes = logStatuses
  .filter((status): status is WebhookStatus => !internalStatuses.some((each) => each === status))
  .map((status): WebhookEventType => `email.${status}`);
export const webhookEventType = z
  .enum(webhookEventTypes, { error: 'must be a type of event, such as email.delivered' })
  .meta({ id: 'WebhookEventType', description: 'The type of an event: `email.` and a log status.' });

/** Checks the URL itself; its address is checked on each use. */
export function isEndpointUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password, hash } = new URL(url);
  return username === '' && password === '' && hash === '';
}

const webhookUrl = text(2048)
  .refine(isEndpointUrl, 'must be an https:// address without a user name, a password and a fragment')
  .describe('The URL for the events.');

export const webhookBody = z
  .object({
    url: webhookUrl,
    events: optionalOrEmpty(
      z
        .array(webhookEventType, { error: 'must be an array of types of events' })
        .max(webhookEventTypes.length, `must have at most ${webhookEventTypes.length} types`)
        .transform((types) => [...new Set(types)]),
    ).describe('The types of events to deliver; all if omitted or empty.'),
    description: optionalOrEmpty(
      z.string({ error: 'must be a string' }).max(255, 'must be at most 255 characters'),
    ).describe('Your description.'),
    format: optionalOrEmpty(z.enum(['postrider', 'resend'], { error: 'must be postrider or resend' })).describe(
      'The form of the events: that of Postrider, or that of Resend. If omitted, `postrider` when created and unchanged when changed.',
    ),
    enabled: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
      'Whether events are posted; if omitted, `true` when created and unchanged when changed.',
    ),
  })
  .meta({ id: 'WebhookBody' });
export type WebhookBody = z.infer<typeof webhookBody>;

export const webhookResource = z
  .object({
    object: z.literal('webhook'),
    id: id('webhook').describe('Its id.'),
    created: timestamp,
    url: z.string().describe('The URL for the events.'),
    events: z.array(z.string()).describe('The types of events to deliver; all if empty.'),
    description: z.string().describe('Your description.'),
    format: z.string().optional().describe('The form of the events: `postrider` or `resend`.'),
    enabled: z.boolean().describe('Whether events are posted.'),
    failing_since: timestamp
      .optional()
      .describe('The time since which all attempts have failed. Absent after a success.'),
    switched_off: timestamp
      .optional()
      .describe(
        'The time at which Postrider disabled it, because all attempts had failed for five days or one got a 410.',
      ),
    old_secret_until: timestamp.optional().describe('The previous secret signs too until this time.'),
    missed: z.int().optional().describe('Events that were dropped because too many waited.'),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that receives email events.' });
export type WebhookResource = z.infer<typeof webhookResource>;

const webhookWithSecret = z.object({
  webhook: webhookResource,
  secret: z.string().describe('The secret that signs its deliveries; only in this response.'),
});

export const pageCount = optionalOrEmpty(
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int({ error: 'must be a whole number' }).min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
  ),
).describe('The size of a page.');
export const cursorLike = (pattern: RegExp) =>
  optionalOrEmpty(
    z.string({ error: 'must be a string' }).regex(pattern, 'must be a next_cursor of an earlier page'),
  ).describe('`next_cursor` of the previous page.');
export const nextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last.');

export const webhooksQuery = z.object({ count: pageCount, cursor: cursorLike(/^whk_[0-9A-Za-z]{22}$/) });

const example: z.infer<typeof webhookResource> = {
  object: 'webhook',
  id: 'whk_01KQV5Xx7GJ8sVJ4mB2cDe',
  created: 1_790_000_000,
  url: 'https://shop.example/postrider',
  events: ['email.delivered', 'email.bounced'],
  description: 'The shop',
  format: 'postrider',
  enabled: true,
};
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const exampleEventId = 'evt_01KQV5Xx7GJ8sVJ4mB2cDe';
const named = z.object({ webhook_id: z.string() });

/** GET /webhooks: oldest first. */
export const listWebhooks = defineRpc({
  pattern: 'tracking.webhook.list.v1',
  request: webhooksQuery,
  response: z.object({ data: z.array(webhookResource).describe('Oldest first.'), next_cursor: nextCursor }),
  examples: [{ name: 'the only page', request: {}, response: { data: [example], next_cursor: null } }],
});

export const createWebhook = defineRpc({
  pattern: 'tracking.webhook.create.v1',
  request: webhookBody,
  response: webhookWithSecret,
  errors: ['quota_exceeded'],
  examples: [
    {
      name: 'for two types of events',
      request: { url: example.url, events: ['email.delivered', 'email.bounced'], description: 'The shop' },
      response: { webhook: example, secret: exampleSecret },
    },
  ],
});

export const getWebhook = defineRpc({
  pattern: 'tracking.webhook.get.v1',
  request: named,
  response: webhookResource,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { webhook_id: example.id }, response: example }],
});

/** PUT /webhooks/{id}: enabling it resets its failures. */
export const updateWebhook = defineRpc({
  pattern: 'tracking.webhook.update.v1',
  request: webhookBody.extend({ webhook_id: z.string() }),
  response: webhookResource,
  errors: ['not_found'],
  examples: [
    {
      name: 'for all events',
      request: { webhook_id: example.id, url: example.url, enabled: true },
      response: { ...example, events: [], description: '' },
    },
  ],
});

export const deleteWebhook = defineRpc({
  pattern: 'tracking.webhook.delete.v1',
  request: named,
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { webhook_id: example.id }, response: {} }],
});

/** POST /webhooks/{id}/rotate_secret: the previous secret also signs for one more day. */
export const rotateWebhookSecret = defineRpc({
  pattern: 'tracking.webhook.rotatesecret.v1',
  request: named,
  response: webhookWithSecret,
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { webhook_id: example.id },
      response: { webhook: { ...example, old_secret_until: 1_790_086_400 }, secret: exampleSecret },
    },
  ],
});

export const webhookTestBody = z
  .object({ type: optionalOrEmpty(webhookEventType).describe('The type of the event; `email.delivered` by default.') })
  .meta({ id: 'WebhookTestBody' });

/** POST /webhooks/{id}/test: sends a test event, whatever the filter. */
export const testWebhook = defineRpc({
  pattern: 'tracking.webhook.test.v1',
  request: webhookTestBody.extend({ webhook_id: z.string() }),
  response: z.object({ event_id: id('event').describe('The id of the event, as in the list of attempts.') }),
  errors: ['not_found', 'webhook_disabled', 'quota_exceeded'],
  examples: [{ name: 'by id', request: { webhook_id: example.id }, response: { event_id: exampleEventId } }],
});

/** See docs/operate/limits.md#webhooks. */
export const maxReplayed = 10_000;

export const webhookReplayBody = z
  .object({
    event_id: optionalOrEmpty(text(64)).describe('One event, by its id.'),
    since: optionalOrEmpty(timestamp).describe('Events from this time on.'),
    until: optionalOrEmpty(timestamp).describe('Events before this time; by default now.'),
    cursor: cursorLike(/^evt_[0-9A-Za-z]{22}$/),
  })
  .superRefine(({ event_id, since, until }, { addIssue }) => {
    if ((event_id === undefined) === (since === undefined))
      addIssue({ code: 'custom', path: ['event_id'], message: 'or since is needed, and not both' });
    if (since !== undefined && until !== undefined && until <= since)
      addIssue({ code: 'custom', path: ['until'], message: 'must be after since' });
  })
  .meta({ id: 'WebhookReplayBody' });

/** POST /webhooks/{id}/replay: skips events that are already waiting. */
export const replayWebhook = defineRpc({
  pattern: 'tracking.webhook.replay.v1',
  request: z.object({ webhook_id: z.string(), what: webhookReplayBody }),
  response: z.object({
    replayed: z.int().describe('The number of replayed events.'),
    next_cursor: z.string().nullable().describe('The `cursor` for the next call; null if none are left.'),
  }),
  errors: ['not_found', 'webhook_disabled', 'quota_exceeded'],
  examples: [
    {
      name: 'one event',
      request: { webhook_id: example.id, what: { event_id: exampleEventId } },
      response: { replayed: 1, next_cursor: null },
    },
    {
      name: 'an hour',
      request: { webhook_id: example.id, what: { since: 1_790_000_000, until: 1_790_003_600 } },
      response: { replayed: 1, next_cursor: null },
    },
  ],
});

export const webhookAttemptResource = z
  .object({
    object: z.literal('webhook_attempt'),
    created: timestamp,
    event_id: id('event').describe('The id of the event, `webhook-id` of the delivery.'),
    type: z.string().describe('The type of the event.'),
    attempt: z.int().describe('The number of the attempt, from 1.'),
    outcome: z
      .enum(['delivered', 'failed', 'given_up'])
      .describe('`delivered`; `failed`: it is retried; `given_up`: it is not.'),
    status: z.int().optional().describe('The HTTP status of the response, if there was one.'),
    message: z.string().describe('The result, as a sentence.'),
    answer: z.string().describe('The start of the response body.'),
    milliseconds: z.int().describe('The duration of the attempt.'),
    next: timestamp.optional().describe('The time of the next attempt.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'An attempt to deliver an event.' });
export type WebhookAttemptResource = z.infer<typeof webhookAttemptResource>;

export const webhookAttemptsQuery = z.object({
  event_id: optionalOrEmpty(text(64)).describe('Only attempts to deliver this event.'),
  count: pageCount,
  cursor: cursorLike(/^[0-9]{1,18}$/),
});

/** GET /webhooks/{id}/attempts: newest first. */
export const listWebhookAttempts = defineRpc({
  pattern: 'tracking.webhook.attempts.v1',
  request: webhookAttemptsQuery.extend({ webhook_id: z.string() }),
  response: z.object({ data: z.array(webhookAttemptResource).describe('Newest first.'), next_cursor: nextCursor }),
  errors: ['not_found'],
  examples: [
    {
      name: 'the only page',
      request: { webhook_id: example.id },
      response: {
        data: [
          {
            object: 'webhook_attempt',
            created: 1_790_000_000,
            event_id: exampleEventId,
            type: 'email.delivered',
            attempt: 1,
            outcome: 'failed',
            status: 500,
            message: 'The endpoint returned 500',
            answer: 'Internal Server Error',
            milliseconds: 12,
            next: 1_790_000_005,
          },
        ],
        next_cursor: null,
      },
    },
  ],
});
