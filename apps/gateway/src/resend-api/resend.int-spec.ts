import {
  acceptMessage,
  cancelMessage,
  getLog,
  getSentMail,
  rescheduleMessage,
  listNewerLogs,
  searchLogs,
  searchTemplates,
  ServiceError,
  uuidOfId,
} from '@postrider/contracts';
import { GatewayUnderTest, liveKey, testKey } from '../testing/gateway-under-test.js';

const email = { from: 'Acme <hello@acme.example>', to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>' };
const logId = acceptMessage.examples[0]!.response.receipt_id;
/** The id of the email, as Resend has ids. */
const emailId = uuidOfId(logId);

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

describe('the Resend-compatible API', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api?.stop());
  afterEach(() => api.services.reset());

  const call = (path: string, { method, body, key = liveKey, headers = {} }: Call = {}) =>
    api.call(`/../..${path}`, {
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      key: null,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  const send = (body: unknown, headers: Record<string, string> = {}) => call('/resend/emails', { body, headers });
  const getError = async (response: ReturnType<typeof call>) => {
    const { status, body, headers } = await response;
    expect(body['statusCode']).toBe(status);
    expect(headers.get('content-type')).toContain('application/json');
    expect(Object.keys(body)).toEqual(['statusCode', 'name', 'message']);
    return [status, body['name'], body['message']];
  };
  const accepted = () => api.services.getCalls(acceptMessage).map(({ request }) => request);
  const rejectWith = (error: ServiceError) =>
    api.services.respond(acceptMessage, () => {
      throw error;
    });

  describe('POST /emails', () => {
    it.each(['/resend/emails', '/emails', '/Resend/Emails/', '/resend//emails', '//emails'])(
      'sends at %s',
      async (path) => {
        expect(await call(path, { body: email })).toMatchObject({ status: 200, body: { id: emailId } });
        expect(accepted()).toMatchObject([
          {
            recipient: { address: 'ada@example.com' },
            sender: { address: 'hello@acme.example', reply_to: 'hello@acme.example', name: 'Acme' },
            own_content: { subject: 'Hello', html: '<p>Hello</p>' },
            test: false,
          },
        ]);
      },
    );

    it('sends one email to several recipients', async () => {
      await send({ ...email, to: ['ada@example.com', 'Grace <grace@example.com>'], cc: 'copy@example.com' });
      expect(accepted()).toMatchObject([
        {
          recipient: { address: 'ada@example.com' },
          cc: [{ address: 'grace@example.com', name: 'Grace', to: true }, { address: 'copy@example.com' }],
        },
      ]);
    });

    it('accepts a test key', async () => {
      await call('/emails', { body: email, key: testKey });
      expect(accepted()).toMatchObject([{ test: true }]);
    });

    it('accepts the key of HTTP Basic', async () => {
      expect((await api.call('/../../emails', { body: email })).status).toBe(200);
    });

    it('stores attachments with content ids and types', async () => {
      const attachments = [
        { filename: 'a.pdf', content: 'aGk=' },
        { filename: 'logo.png', content: 'aGk=', content_id: 'logo', content_type: 'image/png' },
      ];
      await send({ ...email, attachments });
      expect(accepted()).toMatchObject([
        {
          attachments: [
            { name: 'logo.png', disposition: 'inline', content_id: 'logo', content_type: 'image/png', bytes: 2 },
            { name: 'a.pdf', disposition: 'attachment', bytes: 2 },
          ],
        },
      ]);
    });

    it('takes a file as an array of bytes', async () => {
      const content = Array.from({ length: 500_000 }, (_none, n) => n % 256);
      await send({ ...email, attachments: [{ filename: 'a.pdf', content }] });
      expect(accepted()).toMatchObject([{ attachments: [{ name: 'a.pdf', bytes: 500_000 }] }]);
    });

    it.each(['Order confirmation', 'imported-1'])('finds the template %j by its name or id', async (id) => {
      const [summary] = searchTemplates.examples[0]!.response.data;
      api.services.respond(searchTemplates, () => ({
        data: [
          { ...summary!, id: 'tem_other', name: 'Order confirmations' },
          { ...summary!, id: 'imported-1', name: 'Order confirmation' },
        ],
        next_cursor: null,
      }));
      await send({ to: 'ada@example.com', template: { id, variables: { number: 7 } } });
      expect(accepted()).toMatchObject([{ template: 'imported-1', template_data: { number: 7 } }]);
    });

    it('passes the id of a template on without a search', async () => {
      const id = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
      await send({ to: 'ada@example.com', subject: 'Order 7', template: { id } });
      expect(accepted()).toMatchObject([{ template: id, subject: 'Order 7' }]);
      expect(api.services.getCalls(searchTemplates)).toEqual([]);
    });

    it('rejects a name of no template or of several', async () => {
      const [summary] = searchTemplates.examples[0]!.response.data;
      api.services.respond(searchTemplates, () => ({ data: [], next_cursor: null }));
      const template = { id: 'Receipt' };
      expect(await getError(send({ to: 'ada@example.com', template }))).toEqual([
        422,
        'validation_error',
        'Template not found',
      ]);
      api.services.respond(searchTemplates, () => ({ data: [summary!, summary!], next_cursor: null }));
      expect(await getError(send({ to: 'ada@example.com', template }))).toEqual([
        422,
        'validation_error',
        'Invalid `template.id` field: is the name of 2 templates; use the id.',
      ]);
    });

    it('passes the Idempotency-Key on, and shows a replay', async () => {
      api.services.respond(acceptMessage, () => ({ ...acceptMessage.examples[0]!.response, replayed: true }));
      const { headers } = await send(email, { 'idempotency-key': 'welcome/7' });
      expect(headers.get('idempotency-replayed')).toBe('true');
      await call('/emails', { body: email, headers: { 'idempotency-key': 'welcome/7' } });
      const [first, second] = accepted();
      expect(first!.idempotency).toMatchObject({ key: 'welcome/7' });
      expect(second!.idempotency).toEqual(first!.idempotency);
    });

    it.each([
      [{}, 422, 'missing_required_field', 'Missing `to` field. Missing `from` field. Missing `subject` field.'],
      [
        { ...email, from: 'Acme' },
        422,
        'invalid_from_address',
        'Invalid `from` field: must be `email@example.com` or `Name <email@example.com>`.',
      ],
      [
        { ...email, to: 'ada' },
        422,
        'validation_error',
        'Invalid `to.0` field: must be `email@example.com` or `Name <email@example.com>`.',
      ],
      [{ ...email, subject: undefined }, 422, 'missing_required_field', 'Missing `subject` field.'],
      [
        { ...email, attachments: [{ filename: 'a', content: 'aGk=', content_id: 'a' }, { content: '*' }] },
        422,
        'invalid_attachment',
        'Invalid `attachments.1.content` field: must be base64.',
      ],
      [
        {
          ...email,
          attachments: [
            { filename: 'a', content: 'aGk=' },
            { content: '*', content_id: 'a' },
          ],
        },
        422,
        'invalid_attachment',
        'Invalid `attachments.1.content` field: must be base64.',
      ],
      [
        { ...email, attachments: [{ path: 'https://acme.example/a.pdf' }] },
        422,
        'invalid_attachment',
        'Invalid `attachments.0.path` field: is not available: files are not fetched from addresses; send `content` in base64.',
      ],
      ['{', 400, 'validation_error', 'Invalid request'],
    ])('rejects %j', async (body, status, name, message) => {
      expect(await getError(send(body))).toEqual([status, name, expect.stringContaining(message)]);
      expect(accepted()).toEqual([]);
    });

    it.each([
      [new ServiceError('template_not_found', 'Template not found'), 422, 'validation_error'],
      [new ServiceError('sender_required', 'sender is required'), 422, 'missing_required_field'],
      [new ServiceError('idempotency_in_progress', 'In progress'), 409, 'concurrent_idempotent_requests'],
      [new ServiceError('idempotency_mismatch', 'Another request'), 409, 'invalid_idempotent_request'],
      [ServiceError.quotaExceeded('pending_mails', 1), 429, 'daily_quota_exceeded'],
      [new ServiceError('internal', 'Internal error'), 500, 'internal_server_error'],
      [new ServiceError('unavailable', 'Away'), 503, 'application_error'],
      [ServiceError.invalidFields([{ field: 'tracking', message: 'is not possible' }]), 422, 'validation_error'],
    ])("returns %j in Resend's format", async (error, status, name) => {
      rejectWith(error);
      expect((await getError(send(email))).slice(0, 2)).toEqual([status, name]);
    });

    it('returns Retry-After when a request can be repeated', async () => {
      rejectWith(new ServiceError('unavailable', 'Away'));
      expect((await send(email)).headers.get('retry-after')).toBe('5');
    });

    it.each(['', 'x'.repeat(256)])('rejects the Idempotency-Key %j', async (key) => {
      expect((await getError(send(email, { 'idempotency-key': key }))).slice(0, 2)).toEqual([
        400,
        'invalid_idempotency_key',
      ]);
    });
  });

  describe('the library', () => {
    const mail = { from: 'Acme <hello@acme.example>', to: ['ada@example.com'], subject: 'Hello', html: '<p>Hello</p>' };
    const file = { name: 'a.txt', bytes: 2 };
    /** What the official libraries put on the wire, by their sources. */
    it.each([
      [
        'for Java, with null for what is not given and the type of a file',
        {
          cc: null,
          bcc: null,
          reply_to: ['help@acme.example'],
          text: null,
          headers: null,
          tags: null,
          scheduled_at: null,
        },
        [{ filename: 'a.txt', content: 'aGk=', path: null, content_type: 'text/plain', content_id: null }],
        'resend-java/4.1.0',
      ],
      [
        'for Laravel, with empty arrays for what is not given',
        { cc: [], bcc: [], reply_to: [], headers: [], text: null },
        [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain' }],
        'resend-php/0.20.0',
      ],
      [
        'for Rust, with bytes and contentType',
        {},
        [{ content: [104, 105], filename: 'a.txt', contentType: 'text/plain' }],
        'resend-rs/0.20.0',
      ],
      [
        'for Go, with bytes',
        {},
        [{ content: [104, 105], filename: 'a.txt', content_type: 'text/plain' }],
        'resend-go/3.1.0',
      ],
      [
        'for Python, with bytes and a name in RFC 2047',
        { from: '=?utf-8?q?Acm=C3=A9?= <hello@acme.example>', reply_to: 'help@acme.example' },
        [{ content: [104, 105], filename: 'a.txt', content_type: 'text/plain' }],
        'resend-python:2.19.0',
      ],
      ['for Ruby, with bytes', {}, [{ filename: 'a.txt', content: [104, 105] }], 'resend-ruby:1.0.0'],
      ['for .NET', { headers: {} }, [{ filename: 'a.txt', content: 'aGk=' }], 'resend-sdk/0.2.1.0 dotnet/9.0.0'],
      ['for Node', { reply_to: 'help@acme.example' }, [{ filename: 'a.txt', content: 'aGk=' }], 'resend-node:6.4.0'],
    ])('%s, sends', async (_which, fields, attachments, agent) => {
      expect(await send({ ...mail, ...fields, attachments }, { 'user-agent': agent })).toMatchObject({ status: 200 });
      expect(accepted()).toMatchObject([{ recipient: { address: 'ada@example.com' }, attachments: [file] }]);
    });

    it('for .NET can read ids, because they are UUIDs', async () => {
      const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as unknown;
      const { body } = await send(email);
      expect(body).toEqual({ id: uuid });
      expect((await call('/emails/batch', { body: [email] })).body).toEqual({ data: [{ id: body['id'] }] });
      const shown = await call(`/emails/${String(body['id'])}`);
      expect(shown.body).toMatchObject({ object: 'email', id: body['id'] });
      expect(api.services.getCalls(getLog)[0]!.request).toEqual({ log_id: logId });
      await call(`/emails?after=${String(body['id'])}&limit=5`);
      expect(api.services.getCalls(searchLogs)[0]!.request).toMatchObject({ cursor: logId });
      expect((await call(`/emails/${String(body['id'])}/cancel`, { method: 'POST' })).body).toEqual({
        object: 'email',
        id: body['id'],
      });
      await api.call('/api_keys', { body: { kind: 'live', name: 'Unused' } });
      const keys = await call('/api-keys');
      expect((keys.body['data'] as { id: string }[])[0]!.id).toEqual(uuid);
    });

    it('for Python sends an empty object with a GET, and the id with a change', async () => {
      const body = { id: logId, scheduled_at: '2026-12-01T09:00:00Z' };
      expect(await call(`/emails/${logId}`, { method: 'PATCH', body })).toMatchObject({ status: 200 });
      expect(await call(`/emails/${logId}/cancel`, { method: 'POST', body: {} })).toMatchObject({ status: 200 });
    });
  });

  describe('keys', () => {
    it('are required', async () => {
      const response = await call('/emails', { body: email, key: null });
      expect(response).toMatchObject({ status: 401, body: { name: 'missing_api_key' } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Postrider"');
      expect((await getError(call('/resend/domains', { key: null }))).slice(0, 2)).toEqual([401, 'missing_api_key']);
    });

    it('that are unknown are rejected', async () => {
      expect((await getError(call('/emails', { body: email, key: 're_123456789' }))).slice(0, 2)).toEqual([
        403,
        'invalid_api_key',
      ]);
    });

    it('need a scope', async () => {
      const { body } = await api.call('/api_keys', { body: { kind: 'live', name: 'Send', scopes: ['send'] } });
      const { secret } = body['api_key'] as { secret: string };
      expect((await call('/emails', { body: email, key: secret })).status).toBe(200);
      for (const path of ['/emails', '/emails/log_1', '/api-keys', '/domains'])
        expect((await getError(call(path, { key: secret }))).slice(0, 2)).toEqual([401, 'restricted_api_key']);
    });

    it('as Bearer tokens are for this API only', async () => {
      expect((await call('/api/v1/logs')).status).toBe(401);
    });
  });

  describe('POST /emails/batch', () => {
    const batch = (body: unknown, headers: Record<string, string> = {}) => call('/emails/batch', { body, headers });
    const emailTo = (n: number) => ({ ...email, to: `person${n}@example.com` });
    const acceptAll = () =>
      api.services.respond(acceptMessage, (_context, { recipient }) => ({
        ...acceptMessage.examples[0]!.response,
        receipt_id: `log_${recipient.address.replace(/\D/g, '').padStart(22, '0')}`,
      }));
    const buildId = (n: number) => ({ id: uuidOfId(`log_${String(n).padStart(22, '0')}`) });
    const reject = (n: number) =>
      api.services.respond(acceptMessage, (_context, { recipient }) => {
        if (recipient.address === `person${n}@example.com`) throw new ServiceError('no_esp_account', 'No account');
        return acceptMessage.examples[0]!.response;
      });

    it('returns ids in the order of the emails', async () => {
      acceptAll();
      const { status, body } = await batch(Array.from({ length: 100 }, (_, n) => emailTo(n)));
      expect([status, body]).toEqual([200, { data: Array.from({ length: 100 }, (_, n) => buildId(n)) }]);
    });

    it('sends nothing when one email is invalid', async () => {
      expect(await getError(batch([emailTo(1), { ...email, to: 'nobody' }]))).toEqual([
        422,
        'validation_error',
        'emails[1]: Invalid `to.0` field: must be `email@example.com` or `Name <email@example.com>`. No email was accepted.',
      ]);
      expect(accepted()).toEqual([]);
    });

    it('sends the valid ones in permissive mode', async () => {
      acceptAll();
      const { body } = await batch([{ ...email, to: 'nobody' }, emailTo(1)], { 'x-batch-validation': 'permissive' });
      expect(body).toEqual({
        data: [buildId(1)],
        errors: [
          { index: 0, message: 'Invalid `to.0` field: must be `email@example.com` or `Name <email@example.com>`.' },
        ],
      });
    });

    it('names the emails that were accepted before one was rejected', async () => {
      reject(9);
      const { status, body } = await batch(Array.from({ length: 20 }, (_, n) => emailTo(n)));
      expect([status, body]).toEqual([
        422,
        {
          statusCode: 422,
          name: 'validation_error',
          message: 'emails[9]: No account. Accepted: emails[0] to emails[8], emails[10] to emails[15].',
          accepted: [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15].map((index) => ({
            index,
            id: emailId,
          })),
        },
      ]);
    });

    it('explains how to send a file that is too large as the JSON of a Buffer', async () => {
      const content = { type: 'Buffer', data: Array.from({ length: 100_000 }, (_, n) => n % 256) };
      expect(
        await getError(call('/emails', { body: { ...email, attachments: [{ filename: 'a', content }] } })),
      ).toEqual([
        400,
        'validation_error',
        'Invalid request: the body holds more than 100000 values; send bytes in base64, not as an array of numbers',
      ]);
    });

    it('gives each email a key of its own, which depends on the whole batch', async () => {
      const getKeys = async (emails: unknown[]) => {
        api.services.reset();
        await batch(emails, { 'idempotency-key': 'batch-1' });
        return accepted().map(({ idempotency }) => idempotency!);
      };
      const first = await getKeys([emailTo(1), emailTo(2)]);
      expect(new Set(first.map(({ key }) => key)).size).toBe(2);
      expect(await getKeys([emailTo(1), emailTo(2)])).toEqual(first);
      const [changed] = await getKeys([emailTo(1), emailTo(3)]);
      expect(changed!.key).toBe(first[0]!.key);
      expect(changed!.request_hash).not.toBe(first[0]!.request_hash);
    });

    it.each([[{}], [[]], [Array.from({ length: 101 }, () => email)]])(
      'rejects a body that is no batch',
      async (body) => {
        expect((await getError(batch(body))).slice(0, 2)).toEqual([422, 'validation_error']);
      },
    );
  });

  describe('GET /emails', () => {
    it('lists emails', async () => {
      const [log] = searchLogs.examples[0]!.response.data;
      api.services.respond(searchLogs, () => ({ data: [log!], next_cursor: log!.id, searched_to: null }));
      const { body } = await call(`/emails?limit=1&after=${uuidOfId(log!.id)}`);
      expect(body).toEqual({
        object: 'list',
        has_more: true,
        data: [
          {
            id: uuidOfId(log!.id),
            created_at: new Date(log!.created * 1000).toISOString(),
            from: 'billing@acme.example',
            to: ['Ada <ada@example.com>'],
            cc: null,
            bcc: null,
            reply_to: null,
            subject: 'Your receipt R-1',
            last_event: 'sent',
            scheduled_at: null,
            message_id: `<${log!.id}@acme.example>`,
            topic_id: null,
          },
        ],
      });
      expect(api.services.getCalls(searchLogs)[0]!.request).toMatchObject({ count: 1, cursor: log!.id });
    });

    it('lists the emails after one', async () => {
      const [log] = listNewerLogs.examples[0]!.response.data;
      const { body } = await call(`/emails?limit=1&before=${uuidOfId(log!.id)}`);
      expect(body).toMatchObject({ object: 'list', has_more: true, data: [{ id: uuidOfId(log!.id) }] });
      expect(api.services.getCalls(listNewerLogs)[0]!.request).toEqual({ newer_than: log!.id, count: 1 });
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'after=7', 'before=7', `before=${logId}&after=${logId}`])(
      'rejects %s',
      async (query) => {
        expect((await getError(call(`/emails?${query}`))).slice(0, 2)).toEqual([422, 'validation_error']);
      },
    );
  });

  describe('GET /emails/{id}', () => {
    it('shows an email', async () => {
      const mail = getSentMail.examples[0]!.response;
      api.services.respond(getSentMail, () => ({
        ...mail,
        to: [{ address: 'grace@example.com' }],
        tags: ['category:welcome', 'plain'],
        send_at: 1_790_000_000,
      }));
      const { body } = await call(`/emails/${emailId}`);
      expect(body).toMatchObject({
        object: 'email',
        id: emailId,
        from: 'Acme <billing@acme.example>',
        to: ['Ada <ada@example.com>', 'grace@example.com'],
        cc: null,
        reply_to: ['help@acme.example'],
        subject: 'Your receipt R-1',
        html: '<p>Hello Ada</p>',
        text: 'Hello Ada',
        last_event: 'sent',
        scheduled_at: '2026-09-21T14:13:20.000Z',
        message_id: `<${logId}@acme.example>`,
        tags: [
          { name: 'category', value: 'welcome' },
          { name: 'plain', value: '' },
        ],
      });
    });

    it.each([
      ['queued', 'Queued for delivery', 'queued'],
      ['queued', 'Scheduled for 2026-12-01 09:00:00 UTC', 'scheduled'],
      ['failed_to_send', 'Later', 'delivery_delayed'],
      ['dropped', 'Cancelled before it was sent', 'canceled'],
      ['dropped', 'Suppressed: unsubscribed', 'suppressed'],
      ['dropped', 'Out of retries', 'failed'],
      ['reported_as_spam', '', 'complained'],
      ['re_clicked', '', 'clicked'],
    ] as const)('shows %s with the message %j as %s', async (status, message, event) => {
      api.services.respond(getLog, () => ({ ...getLog.examples[0]!.response, status, message }));
      expect((await call(`/emails/${emailId}`)).body['last_event']).toBe(event);
    });

    it('shows the fields of the log when the email cannot be rendered', async () => {
      api.services.respond(getSentMail, () => {
        throw new ServiceError('not_found', 'The recipient of this email was erased');
      });
      expect(await call(`/emails/${emailId}`)).toMatchObject({
        status: 200,
        body: { id: emailId, html: null, from: '', message_id: '' },
      });
    });

    it('returns 404 for an unknown id', async () => {
      api.services.respond(getLog, () => {
        throw new ServiceError('not_found', 'Log not found');
      });
      expect((await getError(call('/emails/unknown'))).slice(0, 2)).toEqual([404, 'not_found']);
    });
  });

  describe('attachments of an email', () => {
    const attachments = [
      { name: 'invoice.pdf', bytes: 4, inline: false, content_type: 'application/pdf' },
      { name: 'logo', bytes: 3, inline: true, content_type: 'image/png', content_id: 'logo@acme' },
    ];
    beforeEach(() => api.services.respond(getSentMail, () => ({ ...getSentMail.examples[0]!.response, attachments })));

    it('are listed, with links to download them', async () => {
      const { body } = await call(`/emails/${emailId}/attachments`);
      const shared = { id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/) };
      expect(body).toMatchObject({
        object: 'list',
        has_more: false,
        data: [
          { ...shared, filename: 'invoice.pdf', size: 4, content_disposition: 'attachment' },
          { ...shared, content_type: 'image/png', content_disposition: 'inline', content_id: 'logo@acme' },
        ],
      });
    });

    it('are shown by id', async () => {
      const { data } = (await call(`/emails/${emailId}/attachments`)).body as { data: readonly { id: string }[] };
      const { body } = await call(`/emails/${emailId}/attachments/${data[1]!.id}`);
      expect(body).toMatchObject({ object: 'attachment', id: data[1]!.id, filename: 'logo' });
      expect(body['download_url']).toMatch(new RegExp(`/api/v1/logs/${logId}/mail/attachments/1$`));
      expect((await getError(call(`/emails/${emailId}/attachments/${emailId}`))).slice(0, 2)).toEqual([
        404,
        'not_found',
      ]);
    });
  });

  it('names the call as the caller wrote it when Postrider does not have it', async () => {
    const [, , message] = await getError(call(`/emails/${emailId}/replies?limit=1`));
    expect(message).toBe(
      `Postrider does not have GET /emails/${emailId}/replies. The calls that it has are at /docs/guides/resend.`,
    );
  });

  it('reschedules an email', async () => {
    const patch = (body: object) => call(`/emails/${emailId}`, { method: 'PATCH', body });
    const scheduled_at = '2026-12-01T09:00:00Z';
    expect((await patch({ scheduled_at })).body).toEqual({ object: 'email', id: emailId });
    expect(api.services.getCalls(rescheduleMessage)[0]!.request).toEqual({
      log_id: logId,
      send_at: Date.parse(scheduled_at) / 1000,
    });
    expect((await getError(patch({}))).slice(0, 2)).toEqual([422, 'missing_required_field']);
    expect((await getError(patch({ scheduled_at: 'soon' }))).slice(0, 2)).toEqual([422, 'validation_error']);
    expect((await getError(patch({ scheduled_at: 'in 400 days' })))[2]).toBe(
      'Invalid `scheduled_at` field: must be within one year.',
    );
    api.services.respond(rescheduleMessage, () => {
      throw new ServiceError('not_cancellable', 'Its time has come');
    });
    expect(await getError(patch({ scheduled_at }))).toEqual([422, 'validation_error', 'Its time has come']);
  });

  it('cancels an email', async () => {
    expect((await call(`/emails/${emailId}/cancel`, { method: 'POST' })).body).toEqual({
      object: 'email',
      id: emailId,
    });
    expect(api.services.getCalls(cancelMessage)[0]!.request).toEqual({ log_id: logId });
    api.services.respond(cancelMessage, () => {
      throw new ServiceError('not_cancellable', 'Already sent');
    });
    expect(await getError(call(`/emails/${emailId}/cancel`, { method: 'POST' }))).toEqual([
      422,
      'validation_error',
      'Already sent',
    ]);
  });

  it('lists API keys, and no domains', async () => {
    await api.call('/api_keys', { body: { kind: 'live', name: 'Unused' } });
    const { body } = await call('/api-keys');
    expect(body).toMatchObject({ object: 'list', has_more: false });
    expect(body['data']).toContainEqual({
      id: expect.any(String),
      name: 'Unused',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    });
    expect((await call('/domains')).body).toEqual({ object: 'list', has_more: false, data: [] });
  });

  describe('what Postrider does not have', () => {
    it.each([
      ['POST', '/resend/domains', 'ESP account'],
      ['GET', '/resend/domains/dom_1', 'ESP account'],
      ['POST', '/contacts', '/api/v1/customers'],
      ['GET', '/templates', '/api/v1/templates'],
      ['POST', '/webhooks', '/api/v1/webhooks'],
      ['GET', '/emails/metrics', '/docs/guides/resend'],
      ['GET', '/emails/receiving', 'receives no email'],
      ['GET', '/emails/receiving/x/attachments', 'receives no email'],
      ['PUT', '/emails', '/docs/guides/resend'],
      ['GET', '/resend/unknown', 'No such path'],
      ['GET', '/resend', 'No such path'],
    ])('the error of %s %s explains what is missing', async (method, path, message) => {
      expect(await getError(call(path, { method }))).toEqual([404, 'not_found', expect.stringContaining(message)]);
    });

    it('the error is JSON for a browser', async () => {
      expect((await getError(call('/resend/emails/x/y', { headers: { accept: 'text/html' } })))[0]).toBe(404);
    });
  });

  it('does not serve the pages of the dashboard or the reports of providers', async () => {
    const page = await call('/templates', { headers: { accept: 'text/html' }, key: null });
    expect(page.body).not.toHaveProperty('statusCode');
    const report = await call('/webhooks/esp/x', { body: {}, key: null });
    expect(report.body).not.toHaveProperty('statusCode');
    const other = await call('/nothing', { key: null });
    expect(other.body).toMatchObject({ status: 'not_found' });
  });

  it('counts the requests of a batch against the rate', async () => {
    const limited = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '1' });
    try {
      const body = Array.from({ length: 100 }, () => email);
      const { status, headers, body: response } = await limited.call('/../../emails/batch', { body });
      expect([status, response['name']]).toEqual([429, 'rate_limit_exceeded']);
      expect(headers.get('retry-after')).toBe('5');
      expect(limited.services.getCalls(acceptMessage).length).toBeLessThan(body.length);
    } finally {
      await limited.stop();
    }
  });
});
