import { createRequire } from 'node:module';
import { idOfUuid } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import PostalMime from 'postal-mime';
import { newWebhookSecret, signed } from '../../../tracking/src/webhooks/signature.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem, testKey } from './whole-system.js';

interface ApiResponse<Data> {
  readonly data: Data | null;
  readonly error: { readonly statusCode: number | null; readonly name: string; readonly message: string } | null;
  readonly headers: Readonly<Record<string, string>> | null;
}
type Method = (...args: unknown[]) => PromiseLike<ApiResponse<Record<string, unknown>>>;
type Resource = Readonly<Record<string, Method>>;
type Client = Readonly<Record<string, Resource>>;

/** The published npm package; only its base URL is changed, as by its users. */
const { Resend } = createRequire(import.meta.url)('resend') as {
  Resend: new (key: string, options: { baseUrl: string }) => Client;
};

/** Other libraries read an id only in this form. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Used inside the package; `verify` makes no request. */
const notCalls = new Set([
  'constructor',
  'performCreate',
  'buildCreateFormData',
  'buildColumnMap',
  'appendField',
  'forwardPassthrough',
  'forwardWrapped',
  'downloadRaw',
  'verify',
]);

/** Every method of the resources of a client, by its path: `contacts.topics.update`. */
function getMethods(
  resource: object,
  path: string,
): readonly (readonly [string, () => PromiseLike<ApiResponse<unknown>>])[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(resource) as object)
    .filter((name) => !notCalls.has(name))
    .map((name) => {
      const call = () => (resource as Resource)[name]!(anyArgument(), anyArgument());
      return [`${path}.${name}`, call] as const;
    });
  const nested = Object.entries(resource).filter(([name, value]) => typeof value === 'object' && name !== 'resend') as [
    string,
    object,
  ][];
  return [...own, ...nested.flatMap(([name, value]) => getMethods(value, `${path}.${name}`))];
}

/** An id and an object with the fields that the package reads: methods take the one or the other. */
const anyArgument = (): unknown =>
  Object.assign(Object('id_1') as object, {
    ...Object.fromEntries(
      ['id', 'email', 'contactId', 'segmentId', 'inboxId', 'threadId', 'webhookId', 'eventId', 'name'].map((name) => [
        name,
        'id_1',
      ]),
    ),
    emailId: ['id_1'],
    steps: [],
    connections: [],
    file: new Blob(['email']),
  });

describe('the npm package resend', () => {
  let system: WholeSystem;
  let client: Client;
  beforeAll(async () => {
    system = await startWholeSystem();
    client = new Resend(liveKey, { baseUrl: `${system.url}/resend` });
  }, 60_000);
  afterAll(() => system?.stop());

  const email = {
    from: 'Acme <hello@acme.example>',
    to: ['ada@example.com'],
    subject: 'It works',
    html: '<p>Hello <img src="cid:logo"></p>',
  };
  /** The data of a successful call. */
  const expectData = async <Data = { id: string }>(call: PromiseLike<ApiResponse<unknown>>): Promise<Data> => {
    const { data, error } = await call;
    expect(error).toBeNull();
    return data as Data;
  };
  const arrived = async (to: string) => {
    const mail = await waitFor(() => system.sink.mails.find((each) => each.to.includes(to)), {
      what: `an email to ${to}`,
    });
    return { ...mail!, parsed: await PostalMime.parse(mail!.raw) };
  };
  const post = (path: string, body: unknown) =>
    fetch(`${system.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
      body: JSON.stringify(body),
    });

  it('sends an email with everything', async () => {
    const { id } = await expectData(
      client['emails']!['send']!({
        ...email,
        to: ['Ada <everything@example.com>', 'grace@example.com'],
        cc: 'copy@example.com',
        bcc: ['blind@example.com'],
        replyTo: 'Help <help@acme.example>',
        text: 'Hello',
        headers: { 'X-Entity-Ref-ID': '7' },
        tags: [{ name: 'category', value: 'welcome' }],
        attachments: [
          { filename: 'invoice.txt', content: Buffer.from('paid') },
          { filename: 'logo', content: Buffer.from('png'), contentId: 'logo', contentType: 'image/png' },
          { filename: 'invite.ics', content: Buffer.from('x'), contentType: 'text/calendar; method=REQUEST' },
        ],
      }),
    );
    const { to, parsed } = await arrived('everything@example.com');
    expect(to).toEqual(['everything@example.com', 'grace@example.com', 'copy@example.com', 'blind@example.com']);
    expect(parsed).toMatchObject({
      from: { name: 'Acme', address: 'hello@acme.example' },
      to: [{ name: 'Ada', address: 'everything@example.com' }, { address: 'grace@example.com' }],
      cc: [{ address: 'copy@example.com' }],
      replyTo: [{ address: 'help@acme.example' }],
      subject: 'It works',
      messageId: `<${idOfUuid('log', id)}@acme.example>`,
      attachments: [
        { filename: 'logo', mimeType: 'image/png', disposition: 'inline', contentId: '<logo>' },
        { filename: 'invoice.txt', mimeType: 'text/plain', disposition: 'attachment' },
        { filename: 'invite.ics', mimeType: 'text/calendar', disposition: 'attachment', method: 'REQUEST' },
      ],
    });
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'x-entity-ref-id', value: '7' }));
    expect(await expectData(client['emails']!['get']!(id))).toMatchObject({
      object: 'email',
      id,
      from: 'Acme <hello@acme.example>',
      to: ['Ada <everything@example.com>', 'grace@example.com'],
      cc: ['copy@example.com'],
      bcc: ['blind@example.com'],
      reply_to: ['help@acme.example'],
      html: email.html,
      text: 'Hello',
      message_id: parsed.messageId,
      tags: [{ name: 'category', value: 'welcome' }],
    });
    const { attachments } = client['emails'] as unknown as { readonly attachments: Resource };
    const { data: files } = await expectData<{ data: readonly Record<string, string>[] }>(
      attachments['list']!({ emailId: id }),
    );
    expect(files.map(({ filename, content_id }) => [filename, content_id])).toEqual([
      ['logo', 'logo'],
      ['invoice.txt', undefined],
      ['invite.ics', undefined],
    ]);
    const invoice = await expectData<Record<string, string>>(attachments['get']!({ emailId: id, id: files[1]!['id'] }));
    expect(invoice).toMatchObject({ object: 'attachment', filename: 'invoice.txt', size: 4 });
    const { pathname } = new URL(invoice['download_url']!);
    expect(await (await fetch(system.url + pathname)).text()).toBe('paid');
    const read = async (path: string) =>
      (
        await fetch(`${system.url}/api/v1/logs/${path}`, { headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` } })
      ).json();
    const log = { id: idOfUuid('log', id) };
    expect(await read(id)).toMatchObject(log);
    expect(await read(`search?q=${id}`)).toMatchObject({ data: [log] });
  });

  it('sends at the root by the base URL without a path', async () => {
    const root = new Resend(liveKey, { baseUrl: system.url });
    await expectData(root['emails']!['create']!({ ...email, to: 'root@example.com' }));
    await arrived('root@example.com');
    expect(await expectData(root['domains']!['list']!())).toEqual({ object: 'list', has_more: false, data: [] });
  });

  it('sends a template by its name', async () => {
    await post('/templates', { name: 'order-confirmation', subject: 'Order {{number}}', html: '<p>{{name}}</p>' });
    const template = { id: 'order-confirmation', variables: { name: 'Ada', number: 7 } };
    await expectData(client['emails']!['send']!({ from: email.from, to: 'template@example.com', template }));
    expect((await arrived('template@example.com')).parsed).toMatchObject({ subject: 'Order 7' });
    const { error } = await client['emails']!['send']!({ ...email, html: undefined, template: { id: 'unknown' } });
    expect(error).toEqual({ statusCode: 422, name: 'validation_error', message: 'Template not found' });
  });

  it('repeats an email with its idempotency key', async () => {
    const once = { ...email, to: 'once@example.com' };
    const send = (body: object) => client['emails']!['send']!(body, { idempotencyKey: 'welcome/7' });
    const first = await expectData(send(once));
    expect(await expectData(send(once))).toEqual(first);
    expect((await send({ ...once, subject: 'Other' })).error).toMatchObject({
      statusCode: 409,
      name: 'invalid_idempotent_request',
    });
  });

  it('schedules, reschedules and cancels an email', async () => {
    const { id } = await expectData(client['emails']!['send']!({ ...email, scheduledAt: 'in 1 hour' }));
    const shown = await expectData<{ scheduled_at: string }>(client['emails']!['get']!(id));
    expect(shown).toMatchObject({ last_event: 'scheduled' });
    expect(Date.parse(shown.scheduled_at)).toBeGreaterThan(Date.now() + 3_500_000);
    const scheduledAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 7_200_000).toISOString();
    expect(await expectData(client['emails']!['update']!({ id, scheduledAt }))).toEqual({ object: 'email', id });
    expect(await expectData(client['emails']!['get']!(id))).toMatchObject({ scheduled_at: scheduledAt });
    expect(await expectData(client['emails']!['cancel']!(id))).toEqual({ object: 'email', id });
    expect(await expectData(client['emails']!['get']!(id))).toMatchObject({ last_event: 'canceled' });
    expect((await client['emails']!['cancel']!(id)).error).toMatchObject({ statusCode: 422, name: 'validation_error' });
  });

  it('shows a suppressed email', async () => {
    await post('/suppressions', { email: 'gone@example.com', reason: 'manual' });
    const { id } = await expectData(client['emails']!['send']!({ ...email, to: 'gone@example.com' }));
    const getLastEvent = async () =>
      (await expectData<{ last_event: string }>(client['emails']!['get']!(id))).last_event;
    let event = await getLastEvent();
    for (const end = Date.now() + 10_000; event === 'queued' && Date.now() < end;) event = await getLastEvent();
    expect(event).toBe('suppressed');
  });

  it('sends a batch', async () => {
    const batch = [1, 2, 3].map((n) => ({ ...email, to: `batch${n}@example.com` }));
    const { data } = await expectData<{ data: { id: string }[] }>(
      client['batch']!['send']!(batch, { idempotencyKey: 'batch-1' }),
    );
    expect(new Set(data.map(({ id }) => id)).size).toBe(3);
    expect(await expectData(client['batch']!['create']!(batch, { idempotencyKey: 'batch-1' }))).toEqual({ data });
    expect((await client['batch']!['send']!(batch.slice(1), { idempotencyKey: 'batch-1' })).error).toMatchObject({
      name: 'invalid_idempotent_request',
    });
    const mixed = [
      { ...email, to: 'nobody' },
      { ...email, to: 'permissive@example.com' },
    ];
    expect((await client['batch']!['send']!(mixed)).error).toMatchObject({
      statusCode: 422,
      message: expect.stringContaining('No email was accepted.'),
    });
    expect(await expectData(client['batch']!['send']!(mixed, { batchValidation: 'permissive' }))).toMatchObject({
      data: [{ id: expect.stringMatching(uuid) }],
      errors: [{ index: 0 }],
    });
  });

  it('lists emails page by page', async () => {
    interface Page {
      readonly has_more: boolean;
      readonly data: readonly { id: string }[];
    }
    const seen: string[] = [];
    for (let page: Page | undefined; page?.has_more ?? true;) {
      page = await expectData<Page>(
        client['emails']!['list']!({ limit: 2, ...(seen.length > 0 && { after: seen.at(-1) }) }),
      );
      seen.push(...page.data.map(({ id }) => id));
    }
    const all = await expectData<Page>(client['emails']!['list']!({ limit: 100 }));
    expect(all.data.map(({ id }) => id)).toEqual(seen);
    expect(seen.length).toBeGreaterThan(8);
  });

  it('sends nothing with a test key', async () => {
    const { id } = await expectData(
      new Resend(testKey, { baseUrl: `${system.url}/resend` })['emails']!['send']!({
        ...email,
        to: 'test@example.com',
      }),
    );
    expect(id).toMatch(uuid);
    expect(system.sink.mails.some(({ to }) => to.includes('test@example.com'))).toBe(false);
  });

  it('verifies the signature of webhooks', () => {
    const [payload, webhookSecret] = ['{"type":"email.sent"}', newWebhookSecret()];
    const headers = signed('evt_1', Math.floor(Date.now() / 1000), payload, [webhookSecret]);
    const verify = (body: string): unknown =>
      client['webhooks']!['verify']!({
        payload: body,
        headers: {
          id: headers['webhook-id'],
          timestamp: headers['webhook-timestamp'],
          signature: headers['webhook-signature'],
        },
        webhookSecret,
      });
    expect(verify(payload)).toEqual({ type: 'email.sent' });
    expect(() => verify(`${payload} `)).toThrow('No matching signature');
  });

  it('lists API keys without their secrets', async () => {
    const keys = await expectData(client['apiKeys']!['list']!());
    expect(keys).toMatchObject({ object: 'list', data: [{ name: expect.any(String) }, {}] });
    expect(JSON.stringify(keys)).not.toContain(liveKey);
  });

  it('reports a wrong key', async () => {
    const wrong = new Resend('re_123456789', { baseUrl: `${system.url}/resend` });
    expect((await wrong['emails']!['send']!(email)).error).toMatchObject({ statusCode: 403, name: 'invalid_api_key' });
  });

  it('gets an error with a reason from every other method', async () => {
    const working = new Set([
      'emails.send',
      'emails.create',
      'emails.get',
      'emails.list',
      'emails.update',
      'emails.cancel',
      'emails.attachments.list',
      'emails.attachments.get',
      'batch.send',
      'batch.create',
      'apiKeys.list',
      'domains.list',
    ]);
    const methods = Object.entries(client)
      .filter(([, value]) => typeof value === 'object' && !(value instanceof Headers))
      .flatMap(([name, resource]) => getMethods(resource, name));
    expect(methods.map(([name]) => name)).toEqual(expect.arrayContaining([...working]));
    const others = methods.filter(([name]) => !working.has(name));
    expect(others.length).toBeGreaterThan(100);
    for (const [name, call] of others) {
      const { data, error } = await call();
      expect([name, data, error]).toEqual([
        name,
        null,
        {
          statusCode: 404,
          name: 'not_found',
          message: expect.stringMatching(/^Postrider does not have [A-Z]+ \/.+\. .+\.$/),
        },
      ]);
    }
  });
});
