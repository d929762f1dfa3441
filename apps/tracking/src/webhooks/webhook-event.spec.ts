import { logStatuses, webhookEventTypes } from '@postrider/contracts';
import { fromAccepted, fromEnded, fromRecorded, fromSent } from './webhook-event.js';
import { subscribesTo } from './subscription-cache.js';

const about = {
  log_id: 'log_1',
  template_id: 'tem_1',
  recipient_address: 'ada@example.com',
  test: false,
  at: 1_790_000_000,
};
const drip = { campaign_id: 'dc_1', membership_id: 'dcm_1', step_id: 'dcs_1' };
const event = <Payload>(payload: Payload) => ({ eventId: 'evt_1', requestId: 'req_1', accountId: 'acc_1', payload });
const parseBody = (event: { body: string } | undefined) => JSON.parse(event!.body) as { type: string; data: object };

describe('events for webhooks', () => {
  it('have a type for each status that is not an internal step', () => {
    expect(logStatuses.filter((status) => !webhookEventTypes.some((type) => type === `email.${status}`))).toEqual([
      'requested',
      'failed_to_queue',
      'failed_to_send',
    ]);
  });

  it('are queued for a send, and triggered for a campaign', () => {
    expect(parseBody(fromAccepted(event({ ...about, source: 'send' }))).type).toBe('email.queued');
    expect(parseBody(fromAccepted(event({ ...about, source: 'resend' }))).type).toBe('email.queued');
    expect(parseBody(fromAccepted(event({ ...about, source: 'drip', drip })))).toMatchObject({
      type: 'email.triggered',
      data: { drip_campaign: 'dc_1', drip_step: 'dcs_1' },
    });
  });

  it('omit unknown values', () => {
    expect(parseBody(fromSent(event({ ...about, esp_account_id: 'esp_1' })))).toEqual({
      type: 'email.sent',
      timestamp: '2026-09-21T14:13:20.000Z',
      data: {
        log_id: 'log_1',
        template: 'tem_1',
        recipient: { address: 'ada@example.com' },
        tags: [],
        test: false,
        esp_account: 'esp_1',
      },
    });
  });

  it('contain the reason of a final status, and exist only for known types', () => {
    expect(parseBody(fromEnded(event({ ...about, status: 'dropped', reason: 'Cancelled' })))).toMatchObject({
      type: 'email.dropped',
      data: { message: 'Cancelled' },
    });
    expect(fromEnded(event({ ...about, status: 'failed_to_send', reason: '' }))).toBeUndefined();
  });

  it('contain the details of reported events', () => {
    const recorded = {
      ...about,
      type: 'bounced' as const,
      at_ms: 1_790_000_060_250,
      message: '550 no such user',
      moves_status: true,
      tags: ['receipts'],
      template_name: 'Receipt',
      version_name: null,
      locale: 'en-US',
      detail: { bounce: 'hard' as const, code: '5.1.1' },
    };
    expect(parseBody(fromRecorded(event(recorded)))).toMatchObject({
      type: 'email.bounced',
      timestamp: '2026-09-21T14:14:20.250Z',
      data: { template_name: 'Receipt', locale: 'en-US', tags: ['receipts'], bounce: 'hard', code: '5.1.1' },
    });
  });

  it('are filtered by the subscription; an empty one matches all', () => {
    const format = 'postrider';
    expect(subscribesTo({ events: [], format }, 'email.sent')).toBe(true);
    expect(subscribesTo({ events: ['email.sent'], format }, 'email.sent')).toBe(true);
    expect(subscribesTo({ events: ['email.sent'], format }, 'email.bounced')).toBe(false);
  });

  it('events of types that Resend does not have are omitted in its format', () => {
    const types = ['email.sent', 'email.queued', 'email.unsubscribed', 'email.dropped'];
    expect(types.filter((type) => subscribesTo({ events: [], format: 'resend' }, type))).toEqual([
      'email.sent',
      'email.dropped',
    ]);
    expect(subscribesTo({ events: ['email.sent'], format: 'resend' }, 'email.dropped')).toBe(false);
  });
});
