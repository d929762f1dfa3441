import type { WebhookEventType } from '@postrider/contracts';
import type { WebhookEvent, WebhookEventData } from './webhook-event.js';
import { bodyOf } from './webhook-event.js';

const about: WebhookEventData = {
  log_id: 'log_0000000000000000000000',
  template: 'tem_0000000000000000000000',
  template_name: 'Example',
  recipient: { address: 'example@postrider.example' },
  tags: ['example'],
  test: true,
  message: 'An example, sent to try this webhook',
};

/** What only some types say. */
const more: Readonly<Partial<Record<WebhookEventType, Partial<WebhookEventData>>>> = {
  'email.bounced': { bounce: 'hard', code: '5.1.1' },
  'email.clicked': { url: 'https://shop.example/' },
  'email.re_clicked': { url: 'https://shop.example/' },
};

/** About a mail that there is not. It is an event of its own log, so that it waits for nothing. */
export const exampleEvent = (accountId: string, id: string, type: WebhookEventType, atMs: number): WebhookEvent => ({
  accountId,
  id,
  type,
  logId: id,
  body: bodyOf(type, atMs, { ...about, ...more[type] }),
});
