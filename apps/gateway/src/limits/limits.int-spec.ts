import { getDeliveryUsage, getTemplateUsage, newId, renderTemplate } from '@postrider/contracts';
import type { TestDatabase } from '@postrider/testing';
import { createTestDatabase, waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { accountsCommand } from '../commands/accounts.command.js';
import { gatewayDatabase } from '../database.js';
import { GatewayUnderTest, testKey } from '../testing/gateway-under-test.js';

const silent = { print: () => {}, warn: () => {} };
const render = { template: 'tem_1', template_data: {} };

describe('the limits of accounts and keys', () => {
  let database: TestDatabase;
  const gateways: GatewayUnderTest[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(gatewayDatabase);
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop();
  });
  afterAll(() => database.drop());

  const start = async (environment: Record<string, string> = {}): Promise<GatewayUnderTest> => {
    const gateway = await GatewayUnderTest.start(environment, () => database.url);
    gateways.push(gateway);
    return gateway;
  };

  /** Creates an account with these limits, which no gateway has cached yet. */
  const account = async (...limits: string[]): Promise<{ id: string; live: string; test: string }> => {
    const environment = { DATABASE_URL: database.url };
    let printed = '';
    await accountsCommand.run(['create', 'Acme'], { ...silent, environment, print: (text) => (printed = text) });
    const [, id, live, test] = /(acc_\w+)\n.* (live_\w+)\n.* (test_\w+)$/.exec(printed)!;
    expect(await accountsCommand.run(['limits', id!, ...limits], { ...silent, environment })).toBe(0);
    return { id: id!, live: live!, test: test! };
  };
  /** Waits until the gateways have stored more than this many requests of the account. */
  const stored = (id: string, requests: number): Promise<unknown> =>
    waitFor(async () => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rowCount } = await client.query('select from gateway.rate_buckets where level > $2 and name = $1', [
        `requests_per_second:${id}`,
        requests,
      ]);
      await client.end();
      return rowCount === 1;
    });
  /** Too slow to refill during a test. The burst is six requests. */
  const slow = ['requests_per_second=0.1', 'renders_per_second=0.05'];

  it('apply by default, and are returned in headers', async () => {
    const api = await start();
    const { status, headers } = await api.call('/templates');
    expect([
      status,
      headers.get('ratelimit-limit'),
      headers.get('ratelimit-remaining'),
      headers.get('ratelimit-reset'),
    ]).toEqual([200, '60000', '59999', '1']);
    expect((await api.call('/nowhere')).headers.get('ratelimit-remaining')).toMatch(/^5999\d$/);
  });

  it('of keys rise with RATE_LIMIT_PER_SECOND', async () => {
    const api = await start({ RATE_LIMIT_PER_SECOND: '10000' });
    expect((await api.call('/templates')).headers.get('ratelimit-limit')).toBe('300000');
  });

  it('of requests can be turned off', async () => {
    const api = await start({ RATE_LIMIT_PER_SECOND: '0' });
    expect((await api.call('/templates')).headers.get('ratelimit-limit')).toBeNull();
    const { body } = await api.call('/limits');
    expect((body['limits'] as { name: string }[]).map(({ name }) => name).slice(0, 2)).toEqual([
      'renders_per_second',
      'mjml_seconds_per_second',
    ]);
  });

  it('are shared by two gateways', async () => {
    const [one, two] = [await start(), await start()];
    const { id, live, test } = await account(...slow);
    const call = (api: GatewayUnderTest, key: string) => api.call('/templates', { key });
    for (let request = 0; request < 4; request++) expect((await call(one, live)).status).toBe(200);
    await stored(id, 3);
    // The other gateway loads the level of the account with its first request.
    expect((await call(two, test)).status).toBe(200);
    await stored(id, 4);
    const more = [await call(two, live), await call(two, live), await call(two, live)];
    expect(more.map(({ status }) => status)).toEqual([200, 429, 429]);
    expect((await call(one, testKey)).status).toBe(200);
  });

  it('of one key do not affect other keys of the account', async () => {
    const api = await start();
    const { live, test } = await account('key_requests_per_second=0.05');
    for (const _request of [1, 2, 3]) expect((await api.call('/templates', { key: live })).status).toBe(200);
    const rejected = await api.call('/templates', { key: live });
    expect([rejected.status, rejected.body['status'], rejected.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '20',
    ]);
    expect((await api.call('/templates', { key: test })).status).toBe(200);
  });

  it('of renders are separate from those of requests', async () => {
    const api = await start();
    const { live } = await account(...slow);
    for (const _request of [1, 2, 3]) expect((await api.call('/render', { key: live, body: render })).status).toBe(200);
    const rejected = await api.call('/render', { key: live, body: render });
    expect([rejected.status, rejected.headers.get('ratelimit-limit'), rejected.headers.get('retry-after')]).toEqual([
      429,
      '3',
      '20',
    ]);
    expect((await api.call('/templates', { key: live })).status).toBe(200);
    expect(api.services.getCalls(renderTemplate)).toHaveLength(3);
  });

  it('of body bytes apply per gateway, and can be set for an account', async () => {
    const api = await start({ BODY_BYTES_PER_SECOND: '60000' });
    const { live } = await account();
    const { live: other } = await account('body_bytes_per_second=1M');
    const getRate = async (key: string): Promise<Record<string, unknown>> => {
      const { body } = await api.call('/limits', { key });
      return (body['limits'] as Record<string, unknown>[]).find(({ name }) => name === 'body_bytes_per_second')!;
    };
    const large = { template: 'x', unknown: 'x'.repeat(1_000_000) };
    for (const key of [live, other]) expect((await api.call('/send', { key, body: large })).status).toBe(400);
    expect(await getRate(live)).toMatchObject({ limit: 60_000, burst: 360_000, remaining: 0 });
    expect(await getRate(other)).toMatchObject({ limit: 1_048_576, burst: 6_291_456 });
    // The bytes beyond the burst refill first.
    const rejected = await api.call('/send', { key: live, body: large });
    expect([rejected.status, rejected.body['status'], rejected.body['message']]).toEqual([
      429,
      'rate_limited',
      'Request bodies arrive too fast: the limit is 58.59 KB per second with bursts of 351.56 KB (body_bytes_per_second)',
    ]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(10);
    expect((await api.call('/send', { key: live, body: { template: 'x'.repeat(60_000) } })).status).toBe(400);
    expect((await api.call('/send', { key: other, body: large })).status).toBe(400);
  });

  it('of body bytes can be turned off', async () => {
    const api = await start({ BODY_BYTES_PER_SECOND: '0' });
    const { body } = await api.call('/limits');
    expect((body['limits'] as { name: string }[]).map(({ name }) => name)).not.toContain('body_bytes_per_second');
  });

  it('that differ from the defaults are sent with every call to a service', async () => {
    const api = await start();
    const { live, id } = await account('templates=5');
    await api.call('/limits', { key: live });
    await api.call('/limits');
    expect(api.services.getCalls(getTemplateUsage).map(({ context }) => context)).toEqual([
      expect.objectContaining({ accountId: id, limits: { templates: 5 } }),
      expect.not.objectContaining({ limits: expect.anything() }),
    ]);
  });

  it('of API keys are exact under concurrent requests', async () => {
    const api = await start();
    const { live } = await account('api_keys=4');
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_none, n) =>
        api.call('/api_keys', { key: live, body: { kind: 'live', name: `${n}` } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    const rejected = responses.find(({ status }) => status !== 200)!;
    expect([
      rejected.status,
      rejected.body['status'],
      rejected.body['message'],
      rejected.headers.get('retry-after'),
    ]).toEqual([429, 'quota_exceeded', 'This account may have at most 4 API keys', null]);
  });

  describe('GET /limits', () => {
    it('returns all limits with their use', async () => {
      const api = await start();
      api.services.respond(getDeliveryUsage, () => ({
        pending_mails: 7,
        esp_accounts: 2,
        attachment_bytes: 12_345,
        suppressions: 40,
        send_proposals: 3,
        test_clocks: 2,
      }));
      api.services.respond(getTemplateUsage, () => ({
        templates: 12,
        snippets: 0,
        versions: 13,
        template_bytes: 999,
        images: 2,
        image_bytes: 2_000,
        compiled_bytes: 1_000,
        mjml_seconds_per_second: 1.234,
      }));
      const { live } = await account('templates=10');
      const { body } = await api.call('/limits', { key: live });
      expect(body).toMatchObject({ success: true, status: 'OK' });
      expect(body['limits']).toEqual([
        {
          name: 'requests_per_second',
          limit: 2000,
          burst: 120_000,
          used: expect.any(Number),
          remaining: expect.any(Number),
          reset: expect.any(Number),
        },
        {
          name: 'key_requests_per_second',
          limit: 1000,
          burst: 60_000,
          used: expect.any(Number),
          remaining: expect.any(Number),
          reset: expect.any(Number),
        },
        { name: 'renders_per_second', limit: 50, burst: 3_000, used: 0, remaining: 3_000, reset: 0 },
        { name: 'mjml_seconds_per_second', limit: 0.25, burst: 75, used: 1.23, remaining: 73.77, reset: 5 },
        {
          name: 'body_bytes_per_second',
          limit: 4_194_304,
          burst: 25_165_824,
          used: 0,
          remaining: 25_165_824,
          reset: 0,
        },
        { name: 'pending_mails', limit: 5_000_000, used: 7, remaining: 4_999_993 },
        { name: 'esp_accounts', limit: 100, used: 2, remaining: 98 },
        { name: 'templates', limit: 10, used: 12, remaining: 0 },
        { name: 'snippets', limit: 10_000, used: 0, remaining: 10_000 },
        { name: 'versions', limit: 100_000, used: 13, remaining: 99_987 },
        { name: 'images', limit: 1_000, used: 2, remaining: 998 },
        { name: 'drip_campaigns', limit: 1_000, used: 1, remaining: 999 },
        { name: 'drip_members', limit: 5_000_000, used: 0, remaining: 5_000_000 },
        { name: 'suppressions', limit: 1_000_000, used: 40, remaining: 999_960 },
        { name: 'send_proposals', limit: 100, used: 3, remaining: 97 },
        { name: 'test_clocks', limit: 100, used: 2, remaining: 98 },
        { name: 'webhooks', limit: 20, used: 1, remaining: 19 },
        { name: 'alerts', limit: 50, used: 0, remaining: 50 },
        { name: 'identity_hooks', limit: 50, used: 0, remaining: 50 },
        { name: 'api_keys', limit: 1_000, used: 2, remaining: 998 },
        { name: 'users', limit: 500, used: 0, remaining: 500 },
        { name: 'template_bytes', limit: 1_073_741_824, used: 999, remaining: 1_073_740_825 },
        { name: 'image_bytes', limit: 524_288_000, used: 2_000, remaining: 524_286_000 },
        { name: 'compiled_bytes', limit: 10_737_418_240, used: 1_000, remaining: 10_737_417_240 },
        { name: 'attachment_bytes', limit: 10_737_418_240, used: 12_345, remaining: 10_737_405_895 },
      ]);
    });

    it('omits the use of limits whose service is down', async () => {
      const api = await start();
      await api.services.stopService('delivery');
      const { status, body } = await api.call('/limits');
      expect(status).toBe(200);
      expect(body['limits']).toEqual(
        expect.arrayContaining([
          { name: 'pending_mails', limit: 5_000_000 },
          { name: 'drip_campaigns', limit: 1_000, used: 1, remaining: 999 },
        ]),
      );
    });

    it('needs the scope read', async () => {
      const api = await start();
      const { body } = await api.call('/api_keys', {
        body: { kind: 'live', name: newId('request'), scopes: ['send'] },
      });
      const { secret } = body['api_key'] as { secret: string };
      expect((await api.call('/limits', { key: secret })).status).toBe(403);
    });
  });
});
