import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postmarkFake, ProviderFake, waitFor } from '@postrider/testing';
import { createAccount } from '../../../gateway/src/accounts/accounts.repository.js';
import { deliveredBy, posted } from '../../../tracking/src/testing/provider-posts.js';
import { ApiCaller } from './api-caller.js';
import type { WholeSystem } from './whole-system.js';
import { startWholeSystem } from './whole-system.js';

interface LogEvent {
  readonly type: string;
  readonly message: string;
}

const postmark = {
  name: 'Postmark',
  esp_type: 'esp_kind_4',
  credentials: { api_key: 'token-1' },
  webhook: { username: 'hook', password: 'päss:word' },
};

describe('an event reported by a provider', () => {
  let system: WholeSystem;
  let api: ApiCaller;
  let provider: ProviderFake;
  let webhook: string;
  let send: Record<string, unknown>;

  beforeAll(async () => {
    [system, provider] = await Promise.all([
      startWholeSystem(),
      ProviderFake.start(postmarkFake({ token: 'token-1' })),
    ]);
    await system.takeDown('delivery');
    await system.bringUp('delivery', { ESP_BASE_URLS: `esp_kind_4=${provider.url}` });
    api = new ApiCaller(system.url);
    const { body: template } = await api.call<{ id: string }>('POST', '/templates', {
      name: 'A',
      subject: 'A',
      text: 'A',
    });
    webhook = await createWebhook(api);
    const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
    send = { template: template.id, recipient: { address: 'ada@example.com' }, sender };
  }, 60_000);
  afterAll(async () => {
    await provider?.close();
    await system?.stop();
  }, 60_000);

  async function createWebhook(caller: ApiCaller, key?: string): Promise<string> {
    const asking = key === undefined ? {} : { key };
    const created = await caller.call<{ esp_account: { id: string } }>('POST', '/esp_accounts', postmark, asking);
    const path = `/esp_accounts/${created.body.esp_account.id}`;
    const { body } = await caller.call<{ esp_account: { webhook_url: string } }>('GET', path, undefined, asking);
    return system.url + new URL(body.esp_account.webhook_url).pathname;
  }
  const sentMail = async (more: object = {}): Promise<string> => {
    const { body } = await api.call<{ receipt_id: string }>('POST', '/send', { ...send, ...more });
    await untilStatus(body.receipt_id, 'sent');
    return body.receipt_id;
  };
  const untilStatus = (id: string, status: string): Promise<unknown> =>
    waitFor(async () => (await api.call('GET', `/logs/${id}`)).body['status'] === status, {
      what: `${id} to be ${status}`,
    });
  const getEvents = async (id: string): Promise<string[]> =>
    (await api.call<LogEvent[]>('GET', `/logs/${id}/events`)).body.map(({ type }) => type);
  const report = async (event: object, to = webhook): Promise<number> => {
    const { headers, body } = posted.esp_kind_4(event);
    return (await fetch(to, { method: 'POST', headers, body })).status;
  };
  const about = (log_id: string | undefined, more: object = {}) => ({
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Recipient: 'ada@example.com',
    ReceivedAt: new Date().toISOString(),
    Metadata: { log_id },
    ...more,
  });

  it('the event is recorded once in the log with the id of the email, and changes its status', async () => {
    const id = await sentMail({ cc: [{ address: 'grace@example.com' }] });
    const given = provider.mails.at(-1)!.logId;
    expect(given).toBe(id);
    const { headers, body } = deliveredBy('esp_kind_4', given);
    for (let time = 1; time <= 2; time++)
      expect((await fetch(webhook, { method: 'POST', headers, body })).status).toBe(200);
    await untilStatus(id, 'delivered');
    const bounce = { RecordType: 'Bounce', ID: 42, Type: 'HardBounce', Email: 'grace@example.com' };
    expect(await report({ ...about(given), Recipient: undefined, ...bounce })).toBe(200);
    expect(await report({ ...about(given), RecordType: 'Open' })).toBe(200);
    await untilStatus(id, 'opened');
    await waitFor(async () => (await getEvents(id)).includes('bounced'), { what: 'the copy' });
    expect((await getEvents(id)).toSorted()).toEqual(
      ['requested', 'queued', 'sent', 'delivered', 'opened', 'bounced'].toSorted(),
    );
    const { body: log } = await api.call('GET', `/logs/${id}`);
    expect(log).toMatchObject({ status: 'opened', message: 'The email was opened' });
  });

  it('the event is ignored for the log of another account, and rejected without the password', async () => {
    const id = await sentMail();
    const { keys } = await createAccount(system.databaseUrl, 'Other');
    const foreign = await createWebhook(api, keys.live);
    expect(await report(about(id, { RecordType: 'SpamComplaint', ID: 43 }), foreign)).toBe(200);
    expect(await report(about(id, { RecordType: 'Open' }), `${webhook.slice(0, -2)}zz`)).toBe(404);
    expect(
      (await fetch(webhook, { method: 'POST', body: JSON.stringify(about(id, { RecordType: 'Open' })) })).status,
    ).toBe(401);
    expect(await report(about(id, { RecordType: 'Delivery', DeliveredAt: new Date().toISOString() }))).toBe(200);
    await untilStatus(id, 'delivered');
    expect(await getEvents(id)).toEqual(['requested', 'queued', 'sent', 'delivered']);
  });
});
