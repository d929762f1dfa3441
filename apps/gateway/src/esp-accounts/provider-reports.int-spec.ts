import { request } from 'node:http';
import {
  getEspAccount,
  getEspWebhook,
  newId,
  resolveEspWebhook,
  rotateEspWebhook,
  ServiceError,
  takeReport,
  webhookTokenOf,
} from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const publicUrl = 'https://mail.acme.example/post';
const accountId = newId('account');
const espAccountId = newId('espAccount');
const newToken = (): string => webhookTokenOf(accountId, espAccountId, newId('request').slice(-21).padEnd(43, 'x'));
const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024);

describe('what a provider reports', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start({ PUBLIC_URL: `${publicUrl}/`, REQUEST_TIMEOUT_MS: '20000' });
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const post = (token: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.gateway.url}/webhooks/esp/${token}`, { method: 'POST', body: '[]', ...init });

  it('goes to tracking as it came, for the account that the address names, without a key', async () => {
    const token = newToken();
    const body = Buffer.from([0x5b, 0xff, 0x00, 0x0d, 0x0a, 0x5d]);
    const headers = { authorization: 'Basic eDp5', 'content-type': 'text/plain', 'x-twilio-other': 'no' };
    const answer = await post(token, { body, headers });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, status: 'OK' }]);
    expect(api.services.callsOf(takeReport)).toMatchObject([
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

  const lookups = () => api.services.callsOf(resolveEspWebhook);

  it('is not even read where the address is unknown, and delivery is not asked again at once', async () => {
    api.services.answer(resolveEspWebhook, () => {
      throw new ServiceError('not_found', 'ESP account not found');
    });
    const token = newToken();
    for (const body of ['[]', megabytes(4)]) expect((await post(token, { body })).status).toBe(404);
    expect(lookups()).toHaveLength(1);
    for (const malformed of ['short', `${token}x`, `${token}/x`]) expect((await post(malformed)).status).toBe(404);
    expect(api.services.callsOf(takeReport)).toEqual([]);
  });

  it('is 404 where the provider of the ESP account sends no reports', async () => {
    const { response } = resolveEspWebhook.examples[0]!;
    api.services.answer(resolveEspWebhook, () => ({ ...response, esp_type: 'smtp' as const }));
    expect((await post(newToken())).status).toBe(404);
  });

  it('has delivery asked once for many reports at the same time, and again after it was away', async () => {
    const token = newToken();
    const statuses = async () =>
      new Set((await Promise.all(Array.from({ length: 20 }, () => post(token)))).map(({ status }) => status));
    await api.services.takeDown('delivery');
    expect(await statuses()).toEqual(new Set([503]));
    await api.services.bringUp('delivery');
    expect(await statuses()).toEqual(new Set([200]));
    expect(lookups()).toHaveLength(1);
  });

  it('may be 5 MB, and is 413 beyond', async () => {
    const token = newToken();
    expect((await post(token, { body: megabytes(5) })).status).toBe(200);
    const tooLarge = await post(token, { body: `${megabytes(5)}x` });
    expect([tooLarge.status, await tooLarge.json()]).toEqual([
      413,
      expect.objectContaining({ status: 'payload_too_large', message: 'The request body is larger than 5 MB' }),
    ]);
    expect(api.services.callsOf(takeReport)).toHaveLength(1);
  });

  it('is 413 before a byte of it is read where it says that it is larger', async () => {
    const answered = await new Promise<{ status?: number | undefined; tookMs: number }>((resolve, reject) => {
      const begun = performance.now();
      const headers = { 'content-length': 5 * 1024 * 1024 + 1 };
      const posting = request(
        `${api.gateway.url}/webhooks/esp/${newToken()}`,
        { method: 'POST', headers },
        (response) => {
          resolve({ status: response.statusCode, tookMs: performance.now() - begun });
          posting.destroy();
        },
      );
      posting.on('error', reject).flushHeaders();
    });
    expect(answered.status).toBe(413);
    expect(answered.tookMs).toBeLessThan(5_000);
    expect(api.services.callsOf(takeReport)).toEqual([]);
  });

  it('is 401 where it is not verified, and 503 where tracking is away, so that the provider comes again', async () => {
    api.services.answer(takeReport, () => {
      throw new ServiceError('unauthenticated', 'Not verified: the signature is missing');
    });
    const token = newToken();
    const refused = await post(token);
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      401,
      'Not verified: the signature is missing',
    ]);
    await api.services.takeDown('tracking');
    const away = await post(token);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    await api.services.bringUp('tracking');
  });

  it('is only posted; whoever looks first is told nothing of whether the address is one', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect((await post('a', { method, body: null })).status).toBe(200);
      expect((await post(newToken(), { method, body: null })).status).toBe(200);
    }
    const put = await post(newToken(), { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  describe('goes to an address', () => {
    const token = newToken();
    const shown = async (key?: string) => {
      api.services.answer(getEspAccount, () => ({
        ...getEspAccount.examples[0]!.response,
        id: espAccountId,
        esp_type: 'esp_kind_2' as const,
      }));
      api.services.answer(getEspWebhook, () => ({ token, registered: 1_795_400_000 }));
      const { body } = await api.ask(`/esp_accounts/${espAccountId}`, key === undefined ? {} : { key });
      return body['esp_account'] as object;
    };

    it('that keys are shown which may manage', async () => {
      expect(await shown()).toMatchObject({
        webhook_url: `${publicUrl}/webhooks/esp/${token}`,
        webhook_registered: 1_795_400_000,
      });
      const made = await api.ask('/api_keys', { body: { kind: 'live', name: 'Reader', scopes: ['read'] } });
      const { secret } = made.body['api_key'] as { secret: string };
      const seen = await shown(secret);
      expect(seen).not.toHaveProperty('webhook_url');
      expect(seen).not.toHaveProperty('webhook_registered');
      expect(api.services.callsOf(getEspWebhook)).toHaveLength(1);
    });

    it('that changes when it is rotated, where the type reports at all', async () => {
      api.services.answer(rotateEspWebhook, () => ({ token }));
      const rotate = () => api.ask(`/esp_accounts/${espAccountId}/rotate_webhook`, { method: 'POST' });
      expect((await rotate()).body).toEqual({
        success: true,
        status: 'OK',
        webhook_url: `${publicUrl}/webhooks/esp/${token}`,
      });
      api.services.answer(rotateEspWebhook, () => ({}));
      expect((await rotate()).status).toBe(400);
    });
  });
});
