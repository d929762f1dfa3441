import {
  acceptMessage,
  createWebhook,
  deleteSnippet,
  getSnippet,
  ServiceError,
  updateSnippet,
} from '@postrider/contracts';
import { createAccount } from './accounts/accounts.repository.js';
import type { CallOptions } from './testing/gateway-under-test.js';
import { GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';

type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly objects: string[] };

const snippet = {
  object: 'snippet' as const,
  id: 'snp_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'footer',
  body: 'Acme',
  created: 1_790_000_000,
  modified: 1_790_000_000,
};
const path = `/snippets/${snippet.id}`;

describe('the audit log', () => {
  let api: GatewayUnderTest;
  let keyId: string;

  beforeAll(async () => {
    api = await GatewayUnderTest.start();
    [{ id: keyId }] = (await api.sql<{ id: string }>(`select id from gateway.api_keys where kind = 'live'`)) as [
      { id: string },
    ];
  }, 60_000);
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const entries = async (query = '', request: CallOptions = {}): Promise<Entry[]> =>
    (await api.call(`/audit${query}`, request)).body['data'] as Entry[];

  it('records the caller, and the object before and after the change', async () => {
    let body = 'Acme';
    api.services.respond(getSnippet, () => ({ ...snippet, body }));
    api.services.respond(updateSnippet, () => ({ ...snippet, body: (body = 'Acme Ltd') }));
    const { headers } = await api.call(path, { method: 'PUT', body: { name: 'footer', body: 'Acme Ltd' } });
    const [entry] = await entries();
    expect(entry).toEqual({
      object: 'audit_entry',
      id: expect.stringMatching(/^aud_/) as string,
      created: expect.any(Number) as number,
      actor: { type: 'key', id: keyId, name: 'first live key' },
      operation: 'PUT /snippets/{id}',
      summary: expect.any(String) as string,
      objects: [snippet.id],
      before: snippet,
      after: { ...snippet, body: 'Acme Ltd' },
      outcome: 'done',
      request_id: headers.get('x-request-id'),
      address: '127.0.0.1',
    });
  });

  it('records the id of a created webhook, which is returned next to its secret', async () => {
    const example = createWebhook.examples[0]!;
    api.services.respond(createWebhook, () => example.response);
    await api.call('/webhooks', { body: example.request });
    const [entry] = await entries();
    expect(entry!.objects).toEqual([example.response.webhook.id]);
    expect(JSON.stringify(entry)).not.toContain(example.response.secret);
  });

  it('records created and deleted objects without their secrets', async () => {
    const response = await api.call('/api_keys', { body: { kind: 'live', name: 'Shop' } });
    const { secret, ...key } = response.body['api_key'] as { id: string; secret: string };
    await api.call(`/api_keys/${key.id}`, { method: 'DELETE' });
    const [deleted, created] = await entries(`?object=${key.id}`);
    expect(created).toMatchObject({ operation: 'POST /api_keys', after: { ...key, secret: '(not shown)' } });
    expect(created).not.toHaveProperty('before');
    expect(deleted).toMatchObject({ operation: 'DELETE /api_keys/{id}', before: key, objects: [key.id] });
    expect(deleted).not.toHaveProperty('after');
    expect(JSON.stringify(await api.sql('select * from gateway.audit_entries'))).not.toContain(secret);
  });

  it('omits rejected changes, and records failed ones as unknown', async () => {
    const before = await entries();
    api.services.respond(deleteSnippet, () => {
      throw new ServiceError('in_use', 'A template uses it');
    });
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(409);
    expect((await api.call('/snippets', { body: { name: 7 } })).status).toBe(400);
    expect(await entries()).toEqual(before);
    api.services.respond(deleteSnippet, () => {
      throw new Error('a bug');
    });
    expect((await api.call(path, { method: 'DELETE' })).status).toBe(500);
    expect((await entries())[0]).toMatchObject({ operation: 'DELETE /snippets/{id}', outcome: 'unknown' });
  });

  it('rejects a change that it cannot record', async () => {
    await api.sql('alter table gateway.audit_entries rename to mislaid');
    const { status } = await api.call(path, { method: 'DELETE' });
    await api.sql('alter table gateway.mislaid rename to audit_entries');
    expect(status).toBe(500);
    expect(api.services.getCalls(deleteSnippet)).toEqual([]);
  });

  describe('reading the object before the change', () => {
    const change = (key: string, body = 'Acme') =>
      api.call(path, { method: 'PUT', body: { name: 'footer', body }, key });

    it("does not count against the caller's rate limit", async () => {
      const { id, keys } = await createAccount(api.databaseUrl, 'Slow');
      await api.sql(`update gateway.accounts set limits = '{"requests_per_second": 0.05}' where id = '${id}'`);
      api.services.respond(getSnippet, () => snippet);
      api.services.respond(updateSnippet, () => snippet);
      const responses = [];
      for (let n = 0; n < 4; n++) responses.push(await change(keys.live));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(responses.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
      const lines = await api.sql<{ before: string | null }>(
        `select before from gateway.audit_entries where account_id = '${id}'`,
      );
      expect(lines.map(({ before }) => JSON.parse(before ?? 'null') as unknown)).toEqual([snippet, snippet, snippet]);
    });

    it('rejects the change if the object cannot be read', async () => {
      const before = await entries();
      api.services.respond(getSnippet, () => {
        throw new ServiceError('unavailable', 'Away');
      });
      const { status, body } = await change(liveKey);
      expect([status, body['message']]).toEqual([
        503,
        'The audit log cannot read the object to be changed; nothing was accepted, try again later',
      ]);
      expect(api.services.getCalls(updateSnippet)).toEqual([]);
      expect(await entries()).toEqual(before);
    });

    it('finds it on a later page of a list', async () => {
      const [user] = (await api.sql<{ id: string }>(
        `insert into gateway.memberships (id, account_id, email, name, role)
         select 'mbr_' || lpad(n::text, 22, '0'), (select account_id from gateway.api_keys where id = '${keyId}'), n || '@acme.example', '', 'viewer'
         from generate_series(1, 60) n returning id`,
      )) as [{ id: string }];
      expect((await api.call(`/users/${user.id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await entries(`?object=${user.id}`))[0]).toMatchObject({ before: { id: user.id } });
    });
  });

  it('records each change of a batch, but no sends', async () => {
    const before = (await entries('?count=100')).length;
    await api.call('/send', { body: { template: 'tem_1', recipient: { address: 'ada@example.com' } } });
    expect(api.services.getCalls(acceptMessage)).toHaveLength(1);
    await api.call('/batch', {
      body: [
        { method: 'DELETE', path: `/api/v1${path}` },
        { method: 'GET', path: '/api/v1/snippets' },
        {
          method: 'POST',
          path: '/api/v1/send',
          body: { template: 'tem_1', recipient: { address: 'ada@example.com' } },
        },
      ],
    });
    expect(await entries('?count=100')).toHaveLength(before + 1);
  });

  it('can be filtered and read in pages', async () => {
    const all = await entries('?count=100');
    const pages: Entry[] = [];
    for (let cursor = ''; ;) {
      const { body } = await api.call(`/audit?count=2${cursor && `&cursor=${cursor}`}`);
      pages.push(...(body['data'] as Entry[]));
      if (body['next_cursor'] === null) break;
      cursor = body['next_cursor'] as string;
    }
    expect(pages).toEqual(all);
    const now = Math.floor(Date.now() / 1_000);
    expect(await entries(`?count=100&user=${keyId}&created_gt=${now - 3_600}&created_lt=${now + 60}`)).toEqual(all);
    for (const nothing of [
      `?created_gt=${now + 60}`,
      `?created_lt=${now - 3_600}`,
      '?user=usr_nobody',
      '?object=nothing',
    ])
      expect(await entries(nothing)).toEqual([]);
    expect((await api.call('/audit?count=0')).status).toBe(400);
  });

  it("returns only the account's own entries, and needs administrator rights", async () => {
    const other = await createAccount(api.databaseUrl, 'Other');
    const key = other.keys.live;
    await api.call(path, { method: 'DELETE', key });
    const [own, ...more] = await entries('?count=100', { key });
    expect([own!.objects, more]).toEqual([[snippet.id], []]);
    expect((await entries('?count=100')).map(({ id }) => id)).not.toContain(own!.id);
    const readOnly = await api.call('/api_keys', { body: { kind: 'live', name: 'R', scopes: ['read'] } });
    const { secret } = readOnly.body['api_key'] as { secret: string };
    expect((await api.call('/audit', { key: secret })).status).toBe(403);
    expect((await api.call('/audit', { key: liveKey })).status).toBe(200);
  });
});
