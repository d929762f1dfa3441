import { request } from 'node:http';
import {
  createEspAccount,
  getEspAccount,
  getEspWebhook,
  newId,
  resolveEspWebhook,
  rotateEspWebhook,
  ServiceError,
  takeReport,
  buildWebhookToken,
} from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const publicUrl = 'https://mail.acme.example/post';
const accountId = newId('account');
const espAccountId = newId('espAccount');
const newToken = (): string => buildWebhookToken(accountId, espAccountId, newId('request').slice(-21).padEnd(43, 'x'));
const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024);

describe('a provider report', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ PUBLIC_URL: `${publicUrl}/`, REQUEST_TIMEOUT_MS: '20000' });
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const post = (token: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.gateway.url}/webhooks/esp/${token}`, { method: 'POST', body: '[]', ...init });

  it('needs no key, and is forwarded unchanged to tracking for the account of its token', async () => {
    const token = newToken();
    const body = Buffer.from([0x5b, 0xff, 0x00, 0x0d, 0x0a, 0x5d]);
    const headers = { authorization: 'Basic eDp5', 'content-type': 'text/plain', 'x-twilio-other': 'no' };
    const response = await post(token, { body, headers });
    expect([response.status, await response.json()]).toEqual([200, { success: true, status: 'OK' }]);
    expect(api.services.getCalls(takeReport)).toMatchObject([
      {
        context: { accountId },
        request: {
          account: resolveEspWebhook.examples[0]!.response,
          url: `${publicUrl}/webhooks/esp/${token}`,
          headers: { authorization: 'Basic eDp5', 'content-type': 'text/plain' },
          body: body.toString('base64'),
        },
      },
    ]);
  });

  const lookups = () => api.services.getCalls(resolveEspWebhook);

  it('with an unknown token returns 404 before it is read, and the result is cached', async () => {
    api.services.respond(resolveEspWebhook, () => {
      throw new ServiceError('not_found', 'ESP account not found');
    });
    const token = newToken();
    for (const body of ['[]', megabytes(4)]) expect((await post(token, { body })).status).toBe(404);
    expect(lookups()).toHaveLength(1);
    for (const malformed of ['short', `${token}x`, `${token}/x`]) expect((await post(malformed)).status).toBe(404);
    expect(api.services.getCalls(takeReport)).toEqual([]);
  });

  it('returns 404 if the provider of the ESP account sends no reports', async () => {
    const { response } = resolveEspWebhook.examples[0]!;
    api.services.respond(resolveEspWebhook, () => ({ ...response, esp_type: 'smtp' as const }));
    expect((await post(newToken())).status).toBe(404);
  });

  it('is looked up once for concurrent reports, and again after delivery was down', async () => {
    const token = newToken();
    const statuses = async () =>
      new Set((await Promise.all(Array.from({ length: 20 }, () => post(token)))).map(({ status }) => status));
    await api.services.stopService('delivery');
    expect(await statuses()).toEqual(new Set([503]));
    await api.services.startService('delivery');
    expect(await statuses()).toEqual(new Set([200]));
    expect(lookups()).toHaveLength(1);
  });

  it('of up to 5 MB is accepted, and a larger one returns 413', async () => {
    const token = newToken();
    expect((await post(token, { body: megabytes(5) })).status).toBe(200);
    const tooLarge = await post(token, { body: `${megabytes(5)}x` });
    expect([tooLarge.status, await tooLarge.json()]).toEqual([
      413,
      expect.objectContaining({ status: 'payload_too_large', message: 'The request body is larger than 5 MB' }),
    ]);
    expect(api.services.getCalls(takeReport)).toHaveLength(1);
  });

  it('with a larger Content-Length returns 413 before its body is sent', async () => {
    const response = await new Promise<{ status?: number | undefined; tookMs: number }>((resolve, reject) => {
      const startedAt = performance.now();
      const headers = { 'content-length': 5 * 1024 * 1024 + 1 };
      const posting = request(
        `${api.gateway.url}/webhooks/esp/${newToken()}`,
        { method: 'POST', headers },
        (response) => {
          resolve({ status: response.statusCode, tookMs: performance.now() - startedAt });
          posting.destroy();
        },
      );
      posting.on('error', reject).flushHeaders();
    });
    expect(response.status).toBe(413);
    expect(response.tookMs).toBeLessThan(5_000);
    expect(api.services.getCalls(takeReport)).toEqual([]);
  });

  it('returns 401 if it is not verified, and 503 while tracking is down, so that the provider retries', async () => {
    api.services.respond(takeReport, () => {
      throw new ServiceError('unauthenticated', 'Not verified: the signature is missing');
    });
    const token = newToken();
    const rejected = await post(token);
    expect([rejected.status, ((await rejected.json()) as { message: string }).message]).toEqual([
      401,
      'Not verified: the signature is missing',
    ]);
    await api.services.stopService('tracking');
    const away = await post(token);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    await api.services.startService('tracking');
  });

  it('requires POST; GET and HEAD return 200 for known and unknown tokens', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect((await post('a', { method, body: null })).status).toBe(200);
      expect((await post(newToken(), { method, body: null })).status).toBe(200);
    }
    const put = await post(newToken(), { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  describe('has a webhook URL', () => {
    const token = newToken();
    const showEspAccount = async (key?: string) => {
      api.services.respond(getEspAccount, () => ({
        ...getEspAccount.examples[0]!.response,
        id: espAccountId,
        esp_type: 'esp_kind_2' as const,
      }));
      api.services.respond(getEspWebhook, () => ({ token, registered: 1_795_400_000 }));
      const { body } = await api.call(`/esp_accounts/${espAccountId}`, key === undefined ? {} : { key });
      return body['esp_account'] as object;
    };

    it('only keys with the scope manage can read it', async () => {
      expect(await showEspAccount()).toMatchObject({
        webhook_url: `${publicUrl}/webhooks/esp/${token}`,
        webhook_registered: 1_795_400_000,
      });
      const created = await api.call('/api_keys', { body: { kind: 'live', name: 'Reader', scopes: ['read'] } });
      const { secret } = created.body['api_key'] as { secret: string };
      const readOnly = await showEspAccount(secret);
      expect(readOnly).not.toHaveProperty('webhook_url');
      expect(readOnly).not.toHaveProperty('webhook_registered');
      expect(api.services.getCalls(getEspWebhook)).toHaveLength(1);
    });

    it('the response to the creation contains it', async () => {
      const body = { name: 'EU', esp_type: 'mailgun', credentials: { api_key: 'key', domain: 'mail.acme.example' } };
      const account = { ...createEspAccount.examples[0]!.response, id: espAccountId, esp_type: 'esp_kind_2' as const };
      api.services.respond(createEspAccount, () => account);
      api.services.respond(getEspWebhook, () => ({ token }));
      const created = await api.call('/esp_accounts', { body });
      expect(created.body['esp_account']).toEqual({
        ...account,
        webhook_url: `${publicUrl}/webhooks/esp/${token}`,
      });
      api.services.respond(getEspWebhook, () => {
        throw new ServiceError('unavailable', 'not now');
      });
      expect((await api.call('/esp_accounts', { body })).body['esp_account']).toEqual(account);
    });

    it('it can be rotated if the provider type sends reports', async () => {
      api.services.respond(rotateEspWebhook, () => ({ token }));
      const rotate = () => api.call(`/esp_accounts/${espAccountId}/rotate_webhook`, { method: 'POST' });
      expect((await rotate()).body).toEqual({
        success: true,
        status: 'OK',
        webhook_url: `${publicUrl}/webhooks/esp/${token}`,
      });
      api.services.respond(rotateEspWebhook, () => ({}));
      expect((await rotate()).status).toBe(400);
    });
  });
});
