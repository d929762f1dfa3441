import { request } from 'node:http';
import { acceptMessage, listTemplatesByPage } from '@postrider/contracts';
import type { CallOptions } from '../testing/gateway-under-test.js';
import { basic, GatewayUnderTest, liveKey, testKey } from '../testing/gateway-under-test.js';

describe('authentication', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  it.each<[string, CallOptions]>([
    ['the key as user name', { key: liveKey }],
    ['any password', { key: null, headers: { authorization: basic(liveKey, 'anything') } }],
    ['a test key', { key: testKey }],
    ['the scheme in another case', { key: null, headers: { authorization: basic(liveKey).replace('Basic', 'bAsIc') } }],
  ])('accepts %s', async (_what, options) => {
    expect((await api.call('/templates', options)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['no credentials', {}],
    ['another scheme', { authorization: `Bearer ${liveKey}` }],
    ['an empty user name', { authorization: basic('', liveKey) }],
    ['no user name at all', { authorization: 'Basic' }],
  ])('returns 401 with a challenge for %s', async (_what, headers) => {
    const { status, headers: responseHeaders, body } = await api.call('/templates', { key: null, headers });
    expect([status, body['status'], responseHeaders.get('www-authenticate')]).toEqual([
      401,
      'unauthenticated',
      'Basic realm="Postrider", charset="UTF-8"',
    ]);
  });

  it.each([
    ['two keys', [basic(liveKey), basic(testKey)]],
    ['a key twice', [basic(liveKey), basic(liveKey)]],
    ['a key behind another scheme', ['Bearer x', basic(liveKey)]],
  ])('returns 400 for %s in one request', async (_what, authorization) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${api.gateway.url}/api/v1/templates`, { headers: { authorization } as never }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
    expect(api.services.getCalls(listTemplatesByPage)).toEqual([]);
  });

  it.each(['live_unknown', `${liveKey}x`, liveKey.toUpperCase(), liveKey.slice(0, -1)])(
    'returns 403 for the unknown key %s',
    async (key) => {
      const { status, body } = await api.call('/templates', { key });
      expect([status, body['status']]).toEqual([403, 'invalid_api_key']);
    },
  );

  it('returns 401 without a key, also for a path that does not exist', async () => {
    expect((await api.call('/nowhere', { key: null })).status).toBe(401);
  });

  it('takes the account and the kind of a send from the key', async () => {
    const [account] = await api.sql<{ id: string }>('select id from gateway.accounts');
    await api.call('/templates', {
      headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'x-request-id': 'req-7' },
    });
    const [listed] = api.services.getCalls(listTemplatesByPage);
    expect(listed?.context).toMatchObject({
      accountId: account?.id,
      requestId: 'req-7',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    });
    const body = { template: 'tem_1', recipient: { address: 'ada@example.com' } };
    for (const key of [liveKey, testKey]) await api.call('/send', { body, key });
    expect(api.services.getCalls(acceptMessage).map(({ request }) => request.test)).toEqual([false, true]);
  });

  it('stores only the SHA-256 of a key', async () => {
    const rows = await api.sql('select * from gateway.api_keys');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(liveKey.slice(0, 12));
  });

  describe('request ids', () => {
    it.each([['abc-123'], ['x'.repeat(128)]])('are returned: %s', async (id) => {
      expect((await api.call('/templates', { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toBe(id);
    });

    it.each([['x'.repeat(129)], ['ä'], ['']])('are replaced if invalid: %j', async (id) => {
      expect((await api.call('/templates', { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toMatch(
        /^req_/,
      );
    });

    it('are returned with errors before authentication too', async () => {
      expect((await api.call('/templates', { key: null })).headers.get('x-request-id')).toMatch(/^req_/);
    });
  });

  it('returns headers against caching and sniffing, and none that name the software', async () => {
    const { headers } = await api.call('/templates');
    expect([
      headers.get('cache-control'),
      headers.get('x-content-type-options'),
      headers.get('x-powered-by'),
      headers.get('etag'),
    ]).toEqual(['no-store', 'nosniff', null, null]);
  });
});

describe('an address that sends many wrong keys', () => {
  it('gets 429 for them, while keys used before still work', async () => {
    const api = await GatewayUnderTest.start();
    try {
      await api.call('/templates');
      const statuses = [];
      for (let attempt = 0; attempt < 52; attempt++)
        statuses.push((await api.call('/templates', { key: `live_wrong_${attempt}` })).status);
      expect(statuses.filter((status) => status === 403)).toHaveLength(50);
      const { status, body, headers } = await api.call('/templates', { key: 'live_wrong_again' });
      expect([status, body['status']]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await api.call('/templates')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

describe('a key that is not cached', () => {
  it('is accepted among concurrent requests with wrong keys', async () => {
    const api = await GatewayUnderTest.start();
    try {
      const wrong = Array.from({ length: 40 }, (_none, attempt) => `live_wrong_${attempt}`);
      const statuses = await Promise.all(
        [liveKey, ...wrong, testKey].map(async (key) => (await api.call('/templates', { key })).status),
      );
      expect(statuses).toEqual([200, ...wrong.map(() => 403), 200]);
    } finally {
      await api.stop();
    }
  });

  it('is accepted after its address has sent too many wrong keys', async () => {
    const api = await GatewayUnderTest.start();
    try {
      await Promise.all(
        Array.from({ length: 60 }, (_none, attempt) => api.call('/templates', { key: `live_wrong_${attempt}` })),
      );
      expect((await api.call('/templates', { key: 'live_wrong_again' })).status).toBe(429);
      expect((await api.call('/templates')).status).toBe(200);
    } finally {
      await api.stop();
    }
  });
});

describe('HTTPS', () => {
  const getStatus = async (
    environment: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<[number, unknown]> => {
    const api = await GatewayUnderTest.start(environment);
    try {
      const { status, body } = await api.call('/snippets', { headers });
      return [status, body['status']];
    } finally {
      await api.stop();
    }
  };

  it('is required in production', async () => {
    expect(await getStatus({ NODE_ENV: 'production' })).toEqual([403, 'https_required']);
  });

  it('cannot be claimed without a trusted proxy', async () => {
    expect(await getStatus({ REQUIRE_HTTPS: 'true' }, { 'x-forwarded-proto': 'https' })).toEqual([
      403,
      'https_required',
    ]);
    expect(
      await getStatus({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '10.0.0.0/8' }, { 'x-forwarded-proto': 'https' }),
    ).toEqual([403, 'https_required']);
  });

  it('ignores X-Forwarded-Proto unless it comes from a trusted proxy', async () => {
    expect(
      (await getStatus({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '127.0.0.1' }, { 'x-forwarded-proto': 'https' }))[0],
    ).toBe(200);
    expect(
      (await getStatus({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.0/8' }, { 'x-forwarded-proto': 'https' }))[0],
    ).toBe(200);
  });

  it('can be turned off in production', async () => {
    expect((await getStatus({ NODE_ENV: 'production', REQUIRE_HTTPS: 'false' }))[0]).toBe(200);
  });
});
