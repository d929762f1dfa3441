import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SmtpSink } from '@postrider/testing';
import { Postrider } from './installation.js';

type Ids = Readonly<Record<string, string>>;

interface Operation {
  readonly method: string;
  readonly path: string;
  /** A valid body: the example in the OpenAPI description. */
  readonly example: unknown;
  readonly takesBody: boolean;
}

/** Removes request ids and timestamps, which differ between equal responses. */
const withoutRequest = (body: unknown): string => JSON.stringify(body).replaceAll(/"req_\w+"|\b1\d{9}\b/g, '…');

/** Creates one resource of every kind that a path or body can refer to. */
async function createOneOfEach(postrider: Postrider): Promise<Ids> {
  const sender = { address: 'a@example.com', reply_to: 'a@example.com', name: 'A' };
  const recipient = { address: 'secret.recipient@acme.example' };
  const template = await postrider.post<{ id: string }>('/templates', {
    name: 'Secret',
    subject: 'Secret',
    html: '{% trans %}Secret{% endtrans %}',
    tags: ['secret-tag'],
  });
  const versions = await postrider.get<{ id: string }[]>(`/templates/${template.body.id}/versions`);
  const snippet = await postrider.post<{ snippet: { id: string } }>('/snippets', { name: 'secret', body: 'Secret' });
  const esp = await postrider.post<{ esp_account: { id: string } }>('/esp_accounts', {
    name: 'Secret',
    esp_type: 'esp_kind_3',
    credentials: { api_key: 'secret' },
  });
  const campaign = await postrider.post<{ drip_campaign: { id: string } }>('/drip_campaigns', {
    name: 'Secret',
    enabled: true,
    drip_steps: [{ email_id: template.body.id, delay_seconds: 86_400 }],
  });
  const webhook = await postrider.post<{ webhook: { id: string } }>('/webhooks', {
    url: 'https://secret.acme.example/',
    description: 'Secret',
    enabled: false,
  });
  const alert = await postrider.post<{ alert: { id: string } }>('/alerts', {
    name: 'Secret',
    condition: 'no_sends',
    channel: { type: 'email', addresses: ['secret.alerts@acme.example'] },
    enabled: false,
  });
  const hook = await postrider.post<{ identity_hook: { id: string } }>('/identity_hooks', {
    kind: 'logto',
    name: 'Secret',
  });
  await postrider.post('/suppressions', { email: recipient.address, reason: 'unsubscribe', note: 'Secret' });
  const key = await postrider.post<{ api_key: { id: string } }>('/api_keys', { kind: 'test', name: 'Secret' });
  const user = await postrider.post<{ user: { id: string } }>('/users', {
    email: 'secret.user@acme.example',
    role: 'viewer',
  });
  const sent = await postrider.post<{ receipt_id: string }>(
    '/send',
    { template: template.body.id, recipient, sender, send_at: Math.floor(Date.now() / 1000) + 86_400 },
    postrider.testKey,
  );
  return {
    template: template.body.id,
    version: versions.body[0]!.id,
    snippet: snippet.body.snippet.id,
    esp: esp.body.esp_account.id,
    campaign: campaign.body.drip_campaign.id,
    webhook: webhook.body.webhook.id,
    alert: alert.body.alert.id,
    hook: hook.body.identity_hook.id,
    key: key.body.api_key.id,
    user: user.body.user.id,
    log: sent.body.receipt_id,
    email: recipient.address,
    tag: 'secret-tag',
  };
}

/** Well-formed ids, an address and a tag that do not exist. */
const unknown: Ids = {
  template: 'tem_0000000000000000000001',
  version: 'ver_0000000000000000000001',
  snippet: 'snp_0000000000000000000001',
  esp: 'esp_0000000000000000000001',
  campaign: 'dc_0000000000000000000001',
  webhook: 'whk_0000000000000000000001',
  alert: 'alr_0000000000000000000001',
  hook: 'idh_0000000000000000000001',
  key: 'key_0000000000000000000001',
  user: 'mbr_0000000000000000000001',
  log: 'log_0000000000000000000001',
  email: 'nobody@example.com',
  tag: 'nobody',
};

/** Resource kind of `{id}` by path. */
const idsOfResources: readonly [RegExp, string][] = [
  [/^\/snippets\//, 'snippet'],
  [/^\/esp_accounts\//, 'esp'],
  [/^\/drip_campaigns\//, 'campaign'],
  [/^\/webhooks\//, 'webhook'],
  [/^\/alerts\//, 'alert'],
  [/^\/api_keys\//, 'key'],
  [/^\/identity_hooks\//, 'hook'],
  [/^\/users\//, 'user'],
];

function fillPath(path: string, ids: Ids): string {
  const own = idsOfResources.find(([of]) => of.test(path))?.[1] ?? 'log';
  const values: Ids = {
    template_id: ids['template']!,
    version_id: ids['version']!,
    log_id: ids['log']!,
    email: encodeURIComponent(ids['email']!),
    tag: ids['tag']!,
    locale: 'en-US',
    id: ids[own]!,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ids[own]!);
}

/** Replaces the ids in an example, in any field. */
const withIds = (example: unknown, ids: Ids): string =>
  JSON.stringify(example, (name, value: unknown) =>
    name === 'versions'
      ? [
          { id: ids['version'], weight: 1 },
          { id: ids['version'], weight: 1 },
        ]
      : value,
  )
    .replaceAll(/tem_\w{22}/g, ids['template']!)
    .replaceAll(/ver_\w{22}/g, ids['version']!)
    .replaceAll(/log_\w{22}/g, ids['log']!)
    .replaceAll(/esp_[0-9A-Za-z]{22}/g, ids['esp']!)
    .replaceAll(/dc_\w{22}/g, ids['campaign']!);

describe('another account', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let operations: Operation[];
  let ids: Ids;
  let otherKey: string;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('standalone', { smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    const description = (await (await fetch(new URL('/docs/openapi.json', postrider.api))).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>>;
    };
    operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        takesBody: requestBody !== undefined,
        example: requestBody?.content['application/json']?.example,
      })),
    );
    ids = await createOneOfEach(postrider);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['dist/apps/standalone/src/postrider.js', 'accounts', 'create', 'Other'],
      { env: { ...process.env, DATABASE_URL: postrider.databaseUrl } },
    );
    otherKey = /Live key (\S+)/.exec(stdout)![1]!;
  }, 120_000);
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  }, 60_000);

  const respondTo = async ({ method, path, takesBody, example }: Operation, given: Ids) => {
    const body = takesBody ? withIds(example ?? {}, given) : undefined;
    const { status, body: response } = await postrider.request(method, fillPath(path, given), body, otherKey);
    const text = withoutRequest(response);
    return {
      status,
      answer: Object.entries(given).reduce((shown, [kind, id]) => shown.replaceAll(id, `<${kind}>`), text),
    };
  };

  /** False for operations that only create or list resources of the caller's account. */
  const refersToResource = ({ path, takesBody, example }: Operation): boolean =>
    path.includes('{') || (takesBody && /(?:tem|ver|log|esp|dc)_\w{22}/.test(JSON.stringify(example ?? {})));

  it("gets the same response for the first account's ids as for unknown ids, from every operation that takes one", async () => {
    const tested = operations.filter(refersToResource);
    expect(tested.length).toBeGreaterThan(40);
    const differences = [];
    for (const operation of tested) {
      const [foreign, missing] = [await respondTo(operation, ids), await respondTo(operation, unknown)];
      if (JSON.stringify(foreign) !== JSON.stringify(missing))
        differences.push({ operation: `${operation.method} ${operation.path}`, foreign, missing });
    }
    expect(differences).toEqual([]);
  }, 120_000);

  it("gets the same response for the first account's ids as for unknown ids from the Resend-compatible API", async () => {
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(new URL(`/resend${path}`, postrider.api), {
        method,
        headers: { authorization: `Bearer ${otherKey}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      return [response.status, await response.text()];
    };
    const getResponses = async ({ log, template }: Ids) => [
      await call('GET', `/emails/${log}`),
      await call('POST', `/emails/${log}/cancel`),
      await call('PATCH', `/emails/${log}`, { scheduled_at: 'in 1 hour' }),
      await call('GET', `/emails?after=${log}`),
      await call('POST', '/emails', { to: 'ada@example.com', template: { id: template } }),
      await call('POST', '/emails/batch', [{ to: 'ada@example.com', template: { id: template } }]),
    ];
    const responses = await getResponses(ids);
    expect(responses).toEqual(await getResponses(unknown));
    expect(responses.map(([status]) => status)).toEqual([404, 404, 404, 200, 422, 422]);
    expect(await call('POST', '/emails', { to: 'ada@example.com', template: { id: 'Secret' } })).toEqual(
      await call('POST', '/emails', { to: 'ada@example.com', template: { id: 'Nothing' } }),
    );
    expect(JSON.stringify(await call('GET', '/emails'))).not.toContain('secret.recipient');
  });

  it('finds nothing of the first account in any list', async () => {
    const { body: keys } = await postrider.request('GET', '/api_keys', undefined, otherKey);
    const own = (keys as unknown as { id: string }[]).map(({ id }) => id);
    for (const { path, method } of operations.filter(({ method: of, path: at }) => of === 'GET' && !at.includes('{'))) {
      const { body } = await postrider.request(method, path, undefined, otherKey);
      // The audit log records its own requests, which contain the addresses it asked for.
      const listed =
        path === '/audit'
          ? (body as { data: { actor: { id: string } }[] }).data.filter(({ actor }) => !own.includes(actor.id))
          : body;
      const text = JSON.stringify(listed);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
    }
  });

  it('has changed nothing of the first account', async () => {
    for (const path of [
      '/templates/{template_id}',
      '/snippets/{id}',
      '/esp_accounts/{id}',
      '/drip_campaigns/{id}',
      '/webhooks/{id}',
      '/logs/{log_id}',
      '/customers/{email}',
    ])
      expect([path, (await postrider.get(fillPath(path, ids))).status]).toEqual([path, 200]);
    expect((await postrider.get<{ status: string }>(`/logs/${ids['log']}`)).body.status).toBe('queued');
    const suppressed = await postrider.get<{ data: unknown[] }>(`/suppressions?email=${ids['email']}`);
    expect(suppressed.body.data).toMatchObject([{ email: ids['email'], note: 'Secret' }]);
  });
});
