import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { Client } from 'pg';
import { createAccount } from '../../../gateway/src/accounts/accounts.repository.js';
import type { ApiResponse } from './api-caller.js';
import { ApiCaller } from './api-caller.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem, testKey } from './whole-system.js';

interface Item {
  readonly path: unknown;
  readonly method: unknown;
  readonly status_code: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const v1 = '/api/v1';
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
const megabyte = 1024 * 1024;

const get = (path: string) => ({ path: v1 + path, method: 'GET' });
const post = (path: string, body?: unknown, key?: string) => ({
  path: v1 + path,
  method: 'POST',
  ...(body === undefined ? {} : { body }),
  ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
});
const remove = (path: string) => ({ path: v1 + path, method: 'DELETE' });

describe('a batch in the whole system', () => {
  let system: WholeSystem;
  let api: ApiCaller;
  let sql: Client;
  let template: string;

  beforeAll(async () => {
    system = await startWholeSystem();
    api = new ApiCaller(system.url);
    sql = new Client({ connectionString: system.databaseUrl });
    await sql.connect();
    const { body } = await api.call<{ id: string }>('POST', '/templates', { name: 'A', subject: '{{n}}', text: 'A' });
    template = body.id;
  }, 60_000);
  afterAll(async () => {
    await sql?.end();
    await system?.stop();
  }, 60_000);

  const batch = (elements: unknown, key = liveKey): Promise<ApiResponse<Item[]>> =>
    api.call<Item[]>('POST', '/batch', elements, { key });
  const sendItems = async (elements: readonly unknown[], key = liveKey): Promise<Item[]> => {
    const { status, body } = await batch(elements, key);
    expect(status).toBe(200);
    expect(body).toHaveLength(elements.length);
    return body;
  };
  const getStatuses = async (elements: readonly unknown[], key = liveKey): Promise<number[]> =>
    (await sendItems(elements, key)).map(({ status_code }) => status_code);
  const newAddress = (): string => `${newId('request').toLowerCase()}@example.com`;
  const mail = (address: string, more: object = {}) => ({ template, recipient: { address }, sender, ...more });
  const mailsTo = (address: string) => system.sink.mails.filter(({ to }) => to.includes(address));

  it('runs calls in order: each sees the effects of those before it', async () => {
    const ada = newAddress();
    const customer = { email: ada, data: { plan: 'gold' } };
    const items = await sendItems([
      get(`/customers/${ada}`),
      post('/customers', customer),
      get(`/customers/${ada}`),
      post(`/customers/${ada}/conversions`, { revenue: 100 }),
      post('/snippets', { name: ada, body: 'x' }),
      get('/snippets'),
      post('/send', mail(ada)),
      get(`/customers/${ada}/logs`),
      remove(`/customers/${ada}`),
      get(`/customers/${ada}`),
    ]);
    expect(items.map(({ status_code }) => status_code)).toEqual([404, 200, 200, 200, 200, 200, 200, 200, 200, 404]);
    expect(items[0]!.body).toBe('Customer not found');
    expect(items[2]!.body).toMatchObject({ customer });
    expect((items[5]!.body as { name: string }[]).map(({ name }) => name)).toContain(ada);
    const { receipt_id } = items[6]!.body as { receipt_id: string };
    expect((items[7]!.body as { logs: { id: string }[] }).logs.map(({ id }) => id)).toEqual([receipt_id]);
    expect(items[9]!.body).toBe('Customer not found');
  });

  it('returns path and method of each call, and only text for a failure', async () => {
    const ada = newAddress();
    const elements = [
      { path: `${v1}/logs?count=1`, method: 'get' },
      post('/send', mail(ada, { template: newId('template') })),
      post('/send', { recipient: {} }),
      post('/send', mail(ada)),
    ];
    const items = await sendItems(elements);
    expect(items.map(({ path, method }) => [path, method])).toEqual(elements.map(({ path, method }) => [path, method]));
    expect(items.map(({ status_code, body }) => [status_code, typeof body === 'string' ? body : typeof body])).toEqual([
      [200, 'object'],
      [400, 'Template not found'],
      [400, 'Invalid request: recipient.address is required; template is required, or subject with html or text'],
      [200, 'object'],
    ]);
    await waitFor(() => mailsTo(ada).length === 1);
  });

  it('runs one of two sends with the same Idempotency-Key, and none of a repeated batch', async () => {
    const [ada, grace, key, other] = [newAddress(), newAddress(), newId('request'), newId('request')];
    const calls = [
      post('/send', mail(ada), key),
      post('/send', mail(grace), other),
      post('/send', mail(ada), key),
      post('/send', mail(grace), key),
    ];
    const first = await sendItems(calls);
    expect(first.map(({ status_code, headers }) => [status_code, headers])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, { 'Idempotency-Replayed': 'true' }],
      [422, undefined],
    ]);
    expect(first[3]!.body).toBe('This Idempotency-Key was used with another request');
    const again = await sendItems(calls);
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(again.map(({ headers }) => headers)).toEqual([
      ...Array.from({ length: 3 }, () => ({ 'Idempotency-Replayed': 'true' })),
      undefined,
    ]);
    const alone = await api.call('POST', '/send', mail(ada), { headers: { 'idempotency-key': key } });
    expect([alone.headers.get('idempotency-replayed'), alone.body]).toEqual(['true', first[0]!.body]);
    await waitFor(() => mailsTo(ada).length === 1 && mailsTo(grace).length === 1);
    expect((await api.call<{ logs: unknown[] }>('GET', `/customers/${ada}/logs`)).body.logs).toHaveLength(1);
  });

  it('ignores an Idempotency-Key of the batch itself', async () => {
    const headers = { 'idempotency-key': newId('request') };
    const calls = [post('/send', mail(newAddress())), post('/send', mail(newAddress()))];
    const { body } = await api.call<Item[]>('POST', '/batch', calls, { headers });
    expect(body.map(({ status_code }) => status_code)).toEqual([200, 200]);
  });

  it('returns the same status for each call as a single request', async () => {
    const calls: readonly [method: string, path: string, body?: unknown][] = [
      ['GET', '/nowhere'],
      ['GET', ''],
      ['GET', '/'],
      ['GET', '/send'],
      ['PATCH', '/templates'],
      ['OPTIONS', '/templates'],
      ['GET', '/templates/'],
      ['GET', '/TEMPLATES'],
      ['GET', '/templates/%zz'],
      ['GET', '/templates/%00'],
      ['GET', '/logs?count=many'],
      ['GET', '/logs?count=1&count=2'],
      ['GET', '//logs'],
      ['GET', `/templates/${newId('template')}`],
      ['GET', '/customers/nobody'],
      ['GET', '/openapi.json'],
      ['POST', '/snippets', null],
      ['POST', '/snippets', {}],
      ['POST', '/snippets', []],
      ['POST', '/snippets', 'text'],
      ['POST', '/snippets', 7],
      ['POST', '/render', { template, template_data: { n: 1 } }],
      ['PUT', `/snippets/${newId('snippet')}`, { name: 'a', body: 'b' }],
      ['DELETE', `/snippets/${newId('snippet')}`],
      ['POST', `/logs/${newId('log')}/cancel`],
    ];
    const items = await sendItems(calls.map(([method, path, body]) => ({ method, path: v1 + path, body })));
    for (const [index, [method, path, body]] of calls.entries()) {
      const alone = await api.call(method, path, body === undefined ? undefined : JSON.stringify(body));
      expect([method, path, body, items[index]!.status_code]).toEqual([method, path, body, alone.status]);
      if (alone.status >= 400) expect(items[index]!.body).toEqual(expect.stringMatching(/^.+$/));
      else expect(items[index]!.body).toMatchObject(path === '/render' ? { subject: '1' } : alone.body);
    }
  });

  it('rejects nested batches, invalid calls and paths without a version individually', async () => {
    const items = await sendItems([
      post('/batch', []),
      post('/batch/', []),
      post('/BATCH?x=1', []),
      { path: '/templates', method: 'GET' },
      { path: '/api/v2/templates', method: 'GET' },
      { path: system.url + v1, method: 'GET' },
      { path: 7, method: 'GET' },
      { path: `${v1}/templates` },
      { path: `${v1}/templates`, method: 'GET\r\nX: y' },
      [],
      null,
      'text',
      get('/templates'),
    ]);
    expect(items.map(({ status_code }) => status_code)).toEqual([
      400, 400, 400, 404, 404, 404, 400, 400, 400, 400, 400, 400, 200,
    ]);
    for (const { body } of items.slice(0, -1)) expect(body).toEqual(expect.stringMatching(/^.+$/));
  });

  it('treats a body of null as no body', async () => {
    expect(await getStatuses([{ ...get('/templates'), body: null }, post('/snippets', null)])).toEqual([200, 400]);
    const sent = await api.call<{ receipt_id: string }>('POST', '/send', {
      ...mail(newAddress()),
      send_at: Math.floor(Date.now() / 1000) + 3600,
    });
    expect(await getStatuses([post(`/logs/${sent.body.receipt_id}/cancel`, null)])).toEqual([200]);
  });

  it.each([0, 11, 100])('returns %i results for as many calls', async (count) => {
    const addresses = Array.from({ length: count }, newAddress);
    expect(await getStatuses(addresses.map((address) => post('/send', mail(address))))).toEqual(
      addresses.map(() => 200),
    );
    await waitFor(() => addresses.every((address) => mailsTo(address).length === 1));
  });

  it('is rejected as a whole with 101 calls', async () => {
    const ada = newAddress();
    const { status, body } = await batch(Array.from({ length: 101 }, () => post('/customers', { email: ada })));
    expect([status, (body as unknown as { message: string }).message]).toEqual([
      400,
      'Invalid request: body must have at most 100 calls',
    ]);
    expect((await api.call('GET', `/customers/${ada}`)).status).toBe(404);
  });

  it('accepts a file of 7 MB in a call, and rejects a larger one in that call only', async () => {
    const [ada, grace] = [newAddress(), newAddress()];
    const buildFile = (bytes: number) => ({
      files: [{ id: 'scan.bin', data: Buffer.alloc(bytes, 'postrider').toString('base64') }],
    });
    const others = [post('/send', mail(grace)), get(`/customers/${grace}`)];
    expect(await getStatuses([post('/send', mail(ada, buildFile(7 * megabyte))), ...others])).toEqual([200, 200, 200]);
    expect(await getStatuses([post('/send', mail(ada, buildFile(7 * megabyte + 1))), ...others])).toEqual([
      400, 200, 200,
    ]);
    await waitFor(() => mailsTo(ada).length === 1 && mailsTo(grace).length === 2);
    expect(mailsTo(ada)[0]!.raw.length).toBeGreaterThan(9 * megabyte);
    const two = [1, 2].map(() => post('/send', mail(ada, buildFile(7 * megabyte))));
    expect((await batch(two)).status).toBe(413);
  }, 60_000);

  it('returns 503 only for calls to a service that is down', async () => {
    const ada = newAddress();
    const calls = [get('/templates'), post('/customers', { email: ada }), post('/send', mail(ada)), get('/logs')];
    await system.takeDown('customer');
    try {
      const items = await sendItems(calls);
      expect(items.map(({ status_code }) => status_code)).toEqual([200, 503, 200, 200]);
      expect(items[1]!.body).toMatch(/nothing was accepted/);
    } finally {
      await system.bringUp('customer');
    }
    expect(await getStatuses(calls)).toEqual([200, 200, 200, 200]);
  });

  it('continues when a service goes down in the middle', async () => {
    const [before, held, after] = [newAddress(), newAddress(), newAddress()];
    await api.call('POST', '/customers', { email: held });
    await sql.query('begin');
    await sql.query('select from customer.customers where email = $1 for update', [held]);
    const results = sendItems([
      ...[before, held, after].flatMap((email) => [post('/customers', { email }), get('/templates')]),
      post('/send', mail(after)),
    ]);
    await waitFor(async () => {
      // Within a transaction the view would not change.
      await sql.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await sql.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    const down = system.takeDown('customer');
    await waitFor(async () => (await api.call('GET', `/customers/${before}`)).status === 503);
    await sql.query('rollback');
    await down;
    try {
      expect((await results).map(({ status_code }) => status_code)).toEqual([200, 200, 200, 200, 503, 200, 200]);
    } finally {
      await system.bringUp('customer');
    }
    for (const [email, status] of [
      [before, 200],
      [held, 200],
      [newAddress(), 404],
    ])
      expect((await api.call('GET', `/customers/${email}`)).status).toBe(status);
    await waitFor(async () => (await api.call('GET', `/customers/${after}`)).status === 200, {
      what: 'the customer to be created by the event of the email',
    });
  }, 60_000);

  it('activates and deactivates members of a drip campaign', async () => {
    const { body } = await api.call<{ drip_campaign: { id: string } }>('POST', '/drip_campaigns', {
      name: 'Onboarding',
      enabled: true,
      drip_steps: [{ email_id: template, delay_seconds: 86_400 }],
    });
    const campaign = `/drip_campaigns/${body.drip_campaign.id}`;
    const [ada, grace, key] = [newAddress(), newAddress(), newId('request')];
    const enter = (address: string, idempotencyKey?: string) =>
      post(`${campaign}/activate`, { recipient: { address }, sender }, idempotencyKey);
    const members = (address: string) => get(`${campaign}/members?recipient_address=${address}`);
    const items = await sendItems([
      enter(ada, key),
      members(ada),
      get(`/customers/${ada}/logs`),
      enter(grace),
      enter(ada, key),
      post(`${campaign}/deactivate`, { recipient_address: ada }),
      members(ada),
      post('/drip_campaigns/deactivate', { recipient_address: grace }),
      members(grace),
      post('/drip_campaigns/dc_unknown/activate', { recipient: { address: ada }, sender }),
      enter('nobody'),
    ]);
    expect(items.map(({ status_code }) => status_code)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 400,
    ]);
    const getState = (item: Item) => (item.body as { data: { state: string }[] }).data.map(({ state }) => state);
    expect([items[1]!, items[6]!, items[8]!].map(getState)).toEqual([['waiting'], ['left'], ['left']]);
    expect((items[2]!.body as { logs: { status: string }[] }).logs.map(({ status }) => status)).toEqual(['triggered']);
    expect([items[4]!.body, items[4]!.headers]).toEqual([items[0]!.body, { 'Idempotency-Replayed': 'true' }]);
    expect(items[9]!.body).toBe('Drip campaign not found');
    expect(mailsTo(ada)).toEqual([]);
  });

  it('sends nothing with a test key', async () => {
    const ada = newAddress();
    const [sent] = await sendItems([post('/send', mail(ada))], testKey);
    const log = `/logs/${(sent!.body as { receipt_id: string }).receipt_id}`;
    await waitFor(async () => (await api.call('GET', log)).body['status'] === 'sent');
    expect(mailsTo(ada)).toEqual([]);
  });

  it('counts each call towards the rate limit of the account, and rejects only those beyond it', async () => {
    const { id, keys } = await createAccount(system.databaseUrl, 'Limited');
    await sql.query(`update gateway.accounts set limits = '{"requests_per_second": 0.05}' where id = $1`, [id]);
    const items = await sendItems(
      Array.from({ length: 5 }, () => get('/snippets')),
      keys.live,
    );
    expect(items.map(({ status_code }) => status_code)).toEqual([200, 200, 429, 429, 429]);
    expect(items[2]!.body).toBe('Too many requests');
  });
});
