import { newId, uuidOfId } from '@postrider/contracts';
import { toResendBody } from './resend-event.js';
import type { WebhookEventData } from './webhook-event.js';
import { buildBody } from './webhook-event.js';

const at = Date.parse('2026-11-26T10:00:00.250Z');
const log_id = newId('log', Date.parse('2026-11-26T09:59:58.000Z'));
const about: WebhookEventData = {
  log_id,
  template: 'tem_1',
  recipient: { address: 'ada@example.com' },
  tags: ['category:welcome', 'plain'],
  test: false,
};
const inFormOfResend = (type: Parameters<typeof buildBody>[0], more: Partial<WebhookEventData> = {}) =>
  JSON.parse(toResendBody(buildBody(type, at, { ...about, ...more }))) as { type: string; data: object };

describe('toResendBody', () => {
  it('translates the common fields', () => {
    expect(inFormOfResend('email.delivered', { message: '250 ok' })).toEqual({
      type: 'email.delivered',
      created_at: '2026-11-26T10:00:00.250Z',
      data: {
        email_id: uuidOfId(log_id),
        created_at: '2026-11-26T09:59:58.000Z',
        to: ['ada@example.com'],
        template_id: 'tem_1',
        tags: { category: 'welcome', plain: '' },
      },
    });
  });

  it.each([
    ['email.sent', {}, 'email.sent', {}],
    ['email.deferred', { message: 'later' }, 'email.delivery_delayed', {}],
    ['email.opened', {}, 'email.opened', {}],
    ['email.re_opened', {}, 'email.opened', {}],
    [
      'email.re_clicked',
      { url: 'https://shop.example/', user_agent: 'Mozilla' },
      'email.clicked',
      { click: { link: 'https://shop.example/', timestamp: '2026-11-26T10:00:00.250Z', userAgent: 'Mozilla' } },
    ],
    ['email.reported_as_spam', {}, 'email.complained', {}],
    [
      'email.bounced',
      { message: '550 no such user', bounce: 'hard' },
      'email.bounced',
      { bounce: { message: '550 no such user', type: 'Permanent', subType: 'General' } },
    ],
    ['email.bounced', { bounce: 'soft' }, 'email.bounced', { bounce: { type: 'Transient' } }],
    ['email.bounced', {}, 'email.bounced', { bounce: { type: 'Undetermined' } }],
    ['email.dropped', { message: 'Out of retries' }, 'email.failed', { failed: { reason: 'Out of retries' } }],
    [
      'email.dropped',
      { message: 'Suppressed: unsubscribed' },
      'email.suppressed',
      { suppressed: { message: 'Suppressed: unsubscribed' } },
    ],
    ['email.queued', {}, 'email.queued', {}],
  ] as const)('translates %s with %j', (type, more, resendType, data) => {
    expect(inFormOfResend(type, more)).toMatchObject({ type: resendType, data });
  });
});
