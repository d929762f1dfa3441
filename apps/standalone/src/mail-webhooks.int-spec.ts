import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@postrider/testing';
import { WebhookReceiver } from '../../tracking/src/testing/webhook-receiver.js';
import { liveKey, startWholeSystem } from './testing/whole-system.js';
import type { WholeSystem } from './testing/whole-system.js';

const eventTypes = ['triggered', 'queued', 'sent', 'bounced', 'dropped'].map((status) => `email.${status}`);
const tags = ['receipts', 'spring'];
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
const names = { template_name: 'Receipt', version_name: 'Receipt', locale: 'en-US' };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;
let people = 0;

describe('the webhook event of an email', () => {
  let system: WholeSystem;
  let receiver: WebhookReceiver;
  let template: string;
  let address: string;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startWholeSystem(), WebhookReceiver.start()]);
    await system.takeDown('tracking');
    await system.bringUp('tracking', { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
    ({ id: template } = await api('POST', '/templates', { name: 'Receipt', subject: 'Your receipt', text: 'Thanks' }));
    await api('POST', '/webhooks', { url: receiver.url('/mails'), events: eventTypes });
  }, 60_000);
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });
  beforeEach(() => {
    system.sink.clearRules();
    address = `ada-${++people}@example.com`;
  });

  async function api<Body extends object = { id: string; receipt_id: string }>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Body> {
    const response = await fetch(`${system.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsedBody = (await response.json()) as Body;
    expect([path, response.status, parsedBody]).toEqual([path, 200, parsedBody]);
    return parsedBody;
  }

  const send = async (more: object = {}): Promise<string> =>
    (await api('POST', '/send', { template, recipient: { address }, sender, tags, ...more })).receipt_id;

  const posted = async (type: string, about: (data: Record<string, unknown>) => boolean) => {
    const found = () => receiver.requests.find(({ body }) => body.type === type && about(body.data))?.body;
    return (await waitFor(found, { what: `${type} to be posted` }))!;
  };
  /** Expects the event of this log, with all data of its email. */
  const expectPosted = async (type: string, log_id: string, more: object = {}, named: object = names) => {
    const { data } = await posted(type, (body) => body['log_id'] === log_id);
    expect(data).toMatchObject({
      template,
      ...named,
      recipient: { address },
      tags,
      test: false,
      esp_account: expect.any(String),
      ...more,
    });
  };
  const rejected = async (): Promise<string> => {
    system.sink.rule({ at: 'rcpt', address, times: 1, then: '554 5.6.0 Not this' });
    const id = await send();
    await expectPosted('email.bounced', id, { message: '554 5.6.0 Not this' });
    return id;
  };
  const campaign = async (delay_seconds = 3_600): Promise<string> => {
    const { drip_campaign } = await api<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Onboarding',
      enabled: true,
      drip_steps: [{ email_id: template, delay_seconds }],
    });
    await api('POST', `/drip_campaigns/${drip_campaign.id}/activate`, { recipient: { address }, sender, tags });
    return drip_campaign.id;
  };

  it('is complete when the email is accepted and sent', async () => {
    const id = await send();
    await expectPosted('email.queued', id);
    await expectPosted('email.sent', id);
  });

  it('is complete when the email was scheduled', async () => {
    const id = await send({ send_at: Math.floor(Date.now() / 1000) + 2 });
    await expectPosted('email.sent', id);
  });

  it('is complete when the email is rejected', async () => {
    await rejected();
  });

  it('is complete when the email is resent', async () => {
    const id = await send();
    await expectPosted('email.sent', id);
    const { receipt_id } = await api('POST', '/resend', { log_id: id });
    await expectPosted('email.queued', receipt_id);
    await expectPosted('email.sent', receipt_id);
  });

  it('is complete when a failure is replayed', async () => {
    const id = await rejected();
    const { replayed } = await api<{ replayed: { receipt_id: string }[] }>('POST', '/failures/replay', {
      log_ids: [id],
    });
    await expectPosted('email.queued', replayed[0]!.receipt_id);
    await expectPosted('email.sent', replayed[0]!.receipt_id);
  });

  it('is complete when the email is cancelled', async () => {
    const id = await send({ send_at: inAnHour() });
    await api('POST', `/logs/${id}/cancel`);
    await expectPosted('email.dropped', id, { message: 'Cancelled before it was sent' });
  });

  it('is complete when a campaign plans the email, and when it is cancelled', async () => {
    const id = await campaign();
    const triggered = await posted(
      'email.triggered',
      (data) => (data['recipient'] as { address: string }).address === address,
    );
    const log = triggered.data['log_id'] as string;
    // The version is selected when the email is due.
    const withoutVersion = { template_name: 'Receipt' };
    await expectPosted('email.triggered', log, { drip_campaign: id }, withoutVersion);
    await api('POST', `/drip_campaigns/${id}/deactivate`, { recipient_address: address });
    await expectPosted('email.dropped', log, { drip_campaign: id }, withoutVersion);
  });

  it('is complete when the email of a campaign is sent', async () => {
    const id = await campaign(0);
    const { data } = await posted(
      'email.sent',
      (about) => (about['recipient'] as { address: string }).address === address,
    );
    expect(data).toMatchObject({ ...names, drip_campaign: id, tags });
  });

  it('is complete except for the recipient when that was erased', async () => {
    const id = await send({ send_at: inAnHour() });
    const { data } = await posted('email.queued', (body) => body['log_id'] === id);
    expect(data['tags']).toEqual(tags);
    await api('DELETE', `/customers/${address}?erase=true`);
    await expectPosted('email.dropped', id, { recipient: { address: expect.not.stringContaining('example.com') } });
  });
});
