import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EspType, RequestOf } from '@postrider/contracts';
import {
  createEspAccount,
  getEspWebhook,
  newId,
  resolveEspWebhook,
  rotateEspWebhook,
  setUpEspWebhook,
  updateEspAccount,
} from '@postrider/contracts';
import { DeliveryHarness } from '../testing/delivery-harness.js';
import { webhooks } from './webhooks.command.js';

interface ReceivedRequest {
  readonly what: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

const publicUrl = 'https://mail.acme.example';
const publicKey = `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'A'.repeat(86)}==`;
const credentials: Partial<Record<EspType, object>> = {
  esp_kind_1: { username: 'apikey', password: 'SG.1' },
  esp_kind_2: { api_key: 'key-2', domain: 'mg.acme.example' },
  esp_kind_3: { api_key: 'key-3' },
  esp_kind_4: { api_key: 'key-4' },
  esp_kind_5: { access_key_id: 'AKID', secret_access_key: 'key-5', region: 'eu-west-1' },
  esp_kind_6: { api_key: 'key-6', secret_key: 'secret-6' },
  esp_kind_8: { api_key: 'key-8' },
};

describe('the webhooks command', () => {
  let delivery: DeliveryHarness;
  const requests: ReceivedRequest[] = [];
  let responses: Record<string, [status: number, body: object]> = {};
  const provider = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const what = `${request.method} ${request.url}`;
      requests.push({ what, authorization: request.headers.authorization, body: Buffer.concat(pieces).toString() });
      const [status, body] = responses[what] ?? [request.method === 'GET' ? 404 : 200, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    delivery = await DeliveryHarness.start({ ESP_BASE_URLS: baseUrls() });
  }, 60_000);
  afterAll(async () => {
    provider.close();
    await delivery?.stop();
  }, 30_000);
  beforeEach(async () => {
    await delivery.newTest();
    requests.splice(0);
    responses = {};
  });

  async function account(esp_type: EspType, more: object = {}): Promise<{ id: string; url: string; token: string }> {
    const request = { name: 'Mail', esp_type, credentials: credentials[esp_type], ...more };
    const { id } = await delivery.client.call(
      createEspAccount,
      delivery.context,
      request as RequestOf<typeof createEspAccount>,
    );
    const token = (await delivery.client.call(getEspWebhook, delivery.context, { esp_id: id })).token!;
    return { id, token, url: `${publicUrl}/webhooks/esp/${token}` };
  }
  const baseUrls = (): string => {
    const { port } = provider.address() as AddressInfo;
    return Object.keys(credentials)
      .map((type) => `${type}=http://127.0.0.1:${port}`)
      .join(',');
  };
  async function setup(id: string): Promise<{ exit: number; output: string }> {
    const output: string[] = [];
    const exit = await webhooks.run(['setup', id, '--public-url', `${publicUrl}/`], {
      print: (line) => output.push(line),
      warn: (line) => output.push(line),
      environment: {
        DATABASE_URL: delivery.databaseUrl,
        AMQP_URL: 'memory:',
        SECRETS_KEY: delivery.secretsKey,
        ESP_BASE_URLS: baseUrls(),
      },
    });
    return { exit, output: output.join('\n') };
  }
  const getSettings = async (token: string) =>
    (await delivery.client.call(resolveEspWebhook, delivery.context, { token })).settings;
  const bodies = (what: string): unknown[] =>
    requests.filter((each) => each.what === what).map(({ body }) => JSON.parse(body) as unknown);

  it('registers at SendGrid with signed events, and stores the public key', async () => {
    const { id, url, token } = await account('esp_kind_1');
    const path = '/v3/user/webhooks/event/settings';
    responses = {
      [`GET ${path}/all`]: [200, { webhooks: [{ id: 'other', url: 'https://other.example' }] }],
      [`POST ${path}`]: [201, { id: 'hook-1' }],
      [`PATCH ${path}/signed/hook-1`]: [200, { id: 'hook-1', public_key: publicKey }],
    };
    expect(await setup(id)).toEqual({ exit: 0, output: expect.stringContaining(url) });
    expect(bodies(`POST ${path}`)).toEqual([
      expect.objectContaining({ url, enabled: true, delivered: true, spam_report: true }),
    ]);
    expect(requests[0]!.authorization).toBe('Bearer SG.1');
    expect(await getSettings(token)).toEqual({ public_key: publicKey });
    responses[`GET ${path}/all`] = [200, { webhooks: [{ id: 'hook-1', url }] }];
    responses[`PATCH ${path}/hook-1`] = [200, { id: 'hook-1' }];
    await setup(id);
    expect(bodies(`POST ${path}`)).toHaveLength(1);
  });

  it('registers every event at Mailgun, and stores the signing key', async () => {
    const { id, url, token } = await account('esp_kind_2');
    const path = '/v3/domains/mg.acme.example/webhooks';
    responses = {
      [`GET ${path}/opened`]: [200, { webhook: { urls: ['https://old.example'] } }],
      'GET /v5/accounts/http_signing_key': [200, { http_signing_key: 'signing-1' }],
    };
    expect((await setup(id)).exit).toBe(0);
    const made = requests.filter(({ what }) => what === `POST ${path}`).map(({ body }) => new URLSearchParams(body));
    expect(made.map((form) => form.get('id'))).toEqual([
      'accepted',
      'delivered',
      'temporary_fail',
      'permanent_fail',
      'clicked',
      'unsubscribed',
      'complained',
    ]);
    expect(made.every((form) => form.get('url') === url)).toBe(true);
    expect(requests.map(({ what }) => what)).toContain(`PUT ${path}/opened`);
    expect(await getSettings(token)).toEqual({ signing_key: 'signing-1' });
  });

  it('registers at Mandrill, and stores the key', async () => {
    const { id, url, token } = await account('esp_kind_3');
    responses = {
      'POST /api/1.0/webhooks/list.json': [200, []],
      'POST /api/1.0/webhooks/add.json': [200, { id: 1, url, auth_key: 'auth-1' }],
    };
    expect((await setup(id)).exit).toBe(0);
    expect(bodies('POST /api/1.0/webhooks/add.json')).toEqual([expect.objectContaining({ key: 'key-3', url })]);
    expect(await getSettings(token)).toEqual({ signing_key: 'auth-1' });
  });

  it('registers a username and password at Postmark, and keeps them once they are chosen', async () => {
    const { id, url, token } = await account('esp_kind_4');
    responses = { 'GET /webhooks?MessageStream=outbound': [200, { Webhooks: [] }] };
    expect((await setup(id)).exit).toBe(0);
    const settings = (await getSettings(token))!;
    expect(settings).toEqual({ username: 'postrider', password: expect.stringMatching(/^[\w-]{32}$/) });
    const HttpAuth = { Username: 'postrider', Password: settings['password'] };
    expect(bodies('POST /webhooks')).toEqual([
      expect.objectContaining({ Url: url, MessageStream: 'outbound', HttpAuth }),
    ]);
    responses = { 'GET /webhooks?MessageStream=outbound': [200, { Webhooks: [{ ID: 7, Url: url }] }] };
    await setup(id);
    expect(bodies('PUT /webhooks/7')).toEqual([expect.objectContaining({ HttpAuth })]);
    expect(await getSettings(token)).toEqual(settings);
  });

  it('replaces the webhook at Mailjet with a URL that contains username and password', async () => {
    const { id, token } = await account('esp_kind_6', { webhook: { username: 'hook', password: 'p:/@' } });
    const path = '/v3/REST/eventcallbackurl';
    responses = { [`GET ${path}`]: [200, { Data: [{ ID: 5, EventType: 'open', Url: 'https://old.example' }] }] };
    expect((await setup(id)).exit).toBe(0);
    const Url = `https://hook:p%3A%2F%40@mail.acme.example/webhooks/esp/${token}`;
    expect(bodies(`POST ${path}`)).toContainEqual({ EventType: 'sent', Url, Version: 2, Status: 'alive' });
    expect(bodies(`POST ${path}`)).toHaveLength(6);
    expect(bodies(`PUT ${path}/5`)).toEqual([{ EventType: 'open', Url, Version: 2, Status: 'alive' }]);
  });

  it('registers at SparkPost', async () => {
    const { id, url, token } = await account('esp_kind_8');
    responses = { 'GET /api/v1/webhooks': [200, { results: [] }] };
    expect((await setup(id)).exit).toBe(0);
    expect(bodies('POST /api/v1/webhooks')).toEqual([
      expect.objectContaining({ target: url, auth_type: 'basic', auth_credentials: await getSettings(token) }),
    ]);
  });

  describe('over the API', () => {
    const call = (esp_id: string) =>
      delivery.client.call(setUpEspWebhook, delivery.context, { esp_id, public_url: publicUrl });

    it('registers the webhook of the calling account only', async () => {
      const { id, url, token } = await account('esp_kind_4');
      responses = { 'GET /webhooks?MessageStream=outbound': [200, { Webhooks: [] }] };
      expect(await call(id)).toEqual({ token });
      expect(bodies('POST /webhooks')).toEqual([expect.objectContaining({ Url: url })]);
      expect(await getSettings(token)).toMatchObject({ username: 'postrider' });
      delivery.context = { ...delivery.context, accountId: newId('account') };
      await expect(call(id)).rejects.toMatchObject({ code: 'not_found' });
      expect(bodies('POST /webhooks')).toHaveLength(1);
    });

    it('returns the time of the registration until the token or the settings change', async () => {
      const { id } = await account('esp_kind_4');
      const registered = async () =>
        (await delivery.client.call(getEspWebhook, delivery.context, { esp_id: id })).registered;
      await expect(call(id)).rejects.toMatchObject({ code: 'provider_refused' });
      expect(await registered()).toBeUndefined();
      responses = { 'GET /webhooks?MessageStream=outbound': [200, { Webhooks: [] }] };
      const startedAt = Math.floor(Date.now() / 1000);
      await call(id);
      expect(await registered()).toBeGreaterThanOrEqual(startedAt);
      await delivery.client.call(rotateEspWebhook, delivery.context, { esp_id: id });
      expect(await registered()).toBeUndefined();
      await call(id);
      await delivery.client.call(updateEspAccount, delivery.context, { esp_id: id, name: 'Renamed' });
      expect(await registered()).toBeGreaterThanOrEqual(startedAt);
      const webhook = { username: 'hook', password: 'other' };
      await delivery.client.call(updateEspAccount, delivery.context, { esp_id: id, name: 'Renamed', webhook });
      expect(await registered()).toBeUndefined();
    });

    it('returns the error of the provider without secrets', async () => {
      const { id, token } = await account('esp_kind_4');
      responses = { 'GET /webhooks?MessageStream=outbound': [422, { Message: 'key-4 may not' }] };
      await expect(call(id)).rejects.toMatchObject({
        code: 'provider_refused',
        message: expect.stringMatching(/responded with 422 .*"\*\*\* may not"/),
      });
      responses = { 'GET /webhooks?MessageStream=outbound': [200, {}] };
      const { password } = (await getSettings(token))!;
      responses['POST /webhooks'] = [422, { Message: `${password} is too long` }];
      await expect(call(id)).rejects.toMatchObject({ message: expect.not.stringContaining(password!) });
      const ses = await account('esp_kind_5');
      await expect(call(ses.id)).rejects.toMatchObject({ code: 'invalid_request' });
      const relay = await delivery.relay('Relay', delivery.sink.port);
      await expect(call(relay)).rejects.toMatchObject({ message: 'Providers of type smtp do not report events' });
    });
  });

  it('returns what to do when the webhook cannot be registered, and the error of the provider', async () => {
    const ses = await account('esp_kind_5');
    expect(await setup(ses.id)).toEqual({
      exit: 1,
      output: expect.stringContaining(`subscribe an SNS topic to ${ses.url}`),
    });
    const { id, token } = await account('esp_kind_3');
    responses = { 'POST /api/1.0/webhooks/list.json': [401, { name: 'Invalid_Key' }] };
    expect(await setup(id)).toEqual({ exit: 1, output: expect.stringMatching(/responded with 401 .*Invalid_Key/) });
    expect(await getSettings(token)).toBeUndefined();
    expect((await setup('esp_0000000000000000000001')).output).toContain('There is no ESP account');
  });
});
