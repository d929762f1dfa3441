import type { components } from '@postrider/client';

export type EventType = components['schemas']['WebhookEventType'];

/** In the order in which they happen to a mail. */
export const eventTypes = [
  'email.triggered',
  'email.queued',
  'email.sent',
  'email.processed',
  'email.delivered',
  'email.deferred',
  'email.dropped',
  'email.bounced',
  'email.opened',
  'email.re_opened',
  'email.clicked',
  'email.re_clicked',
  'email.reported_as_spam',
  'email.unsubscribed',
] as const satisfies readonly EventType[];
