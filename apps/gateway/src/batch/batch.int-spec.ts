import { jest } from '@jest/globals';
import {
  acceptMessage,
  createSnippet,
  getCustomer,
  getSnippet,
  getTemplate,
  listTemplatesByPage,
  ServiceError,
} from '@postrider/contracts';
import type { CallOptions } from '../testing/gateway-under-test.js';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const v1 = '/api/v1';
const send = {
  path: `${v1}/send`,
  method: 'POST',
  body: { template: 'tem_1', recipient: { address: 'ada@example.com' } },
};
const snippet = { path: `${v1}/snippets`, method: 'POST', body: { name: 'footer', body: '<p>Acme</p>' } };
const { replayed: _, ...receipt } = acceptMessage.examples[0]!.response;

describe('a batch', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const batch = async (elements: unknown, request: CallOptions = {}) => {
    const { status, text } = await api.call('/batch', { body: elements, ...request });
    return {
      status,
      items: JSON.parse(text) as {
        path: string;
        method: string;
        status_code: number;
        body: unknown;
        headers?: unknown;
      }[],
    };
  };
  const getStatuses = async (...elements: unknown[]) =>
    (await batch(elements)).items.map(({ status_code }) => status_code);

  it('returns the status and body of each call, in order', async () => {
    api.services.respond(acceptMessage, (_call, { template }) => {
      if (template === 'tem_none') throw new ServiceError('template_not_found', 'Template tem_none not found');
      return acceptMessage.examples[0]!.response;
    });
    const unknown = { ...send, body: { ...send.body, template: 'tem_none' } };
    const { status, items } = await batch([
      send,
      unknown,
      { path: `${v1}/customers/ada+x@example.com`, method: 'get' },
      { path: `${v1}/logs?count=1`, method: 'GET' },
    ]);
    expect(status).toBe(200);
    expect(items).toEqual([
      { path: send.path, method: 'POST', status_code: 200, body: { success: true, status: 'OK', ...receipt } },
      { path: send.path, method: 'POST', status_code: 400, body: 'Template tem_none not found' },
      {
        path: `${v1}/customers/ada+x@example.com`,
        method: 'get',
        status_code: 200,
        body: { success: true, status: 'OK', customer: getCustomer.examples[0]!.response },
      },
      {
        path: `${v1}/logs?count=1`,
        method: 'GET',
        status_code: 200,
        body: [expect.objectContaining({ object: 'log' })],
      },
    ]);
    expect(api.services.getCalls(getCustomer)[0]?.request).toEqual({ email: 'ada+x@example.com' });
  });

  it('accepts up to 100 calls and rejects 101, or a body that is not an array', async () => {
    expect((await batch([])).items).toEqual([]);
    expect(await getStatuses(...Array.from({ length: 11 }, () => snippet))).toEqual(
      Array.from({ length: 11 }, () => 200),
    );
    expect((await batch(Array.from({ length: 101 }, () => snippet))).status).toBe(400);
    expect((await batch({ path: v1 })).status).toBe(400);
  });

  it('returns an error element for a call that cannot be made', async () => {
    const elements = [
      { path: '/templates', method: 'GET' },
      { path: `${v1}/nowhere`, method: 'GET' },
      { path: `${v1}/send`, method: 'GET' },
      { path: `${v1}/batch`, method: 'POST', body: [] },
      { method: 'GET' },
      { path: `${v1}/templates`, method: 'GET /' },
      'text',
      null,
      { path: `${v1}/templates/%00`, method: 'GET' },
      { path: `${v1}/templates/%zz`, method: 'GET' },
      { path: `${v1}/i18n/po/billing`, method: 'POST', body: {} },
      { path: `${v1}/templates`, method: 'GET' },
    ];
    const { items } = await batch(elements);
    expect(items.map(({ status_code }) => status_code)).toEqual([
      404, 404, 405, 400, 400, 400, 400, 400, 400, 400, 400, 200,
    ]);
    for (const { body } of items.slice(0, -1)) expect(body).toEqual(expect.stringMatching(/^.+$/));
    expect(items.slice(4, 8).map(({ body }) => body)).toEqual([
      'Invalid request: path must be a string',
      'Invalid request: method must be an HTTP method',
      'Invalid request: element must be an object',
      'Invalid request: element must be an object',
    ]);
  });

  it('runs adjacent reads and adjacent sends concurrently, and other calls one by one', async () => {
    let running = 0;
    const maxRunning: Record<string, number> = {};
    const slow = async <Body>(what: string, response: Body): Promise<Body> => {
      running++;
      maxRunning[what] = Math.max(maxRunning[what] ?? 0, running);
      await new Promise((resolve) => {
        setImmediate(() => setImmediate(resolve));
      });
      running--;
      return response;
    };
    api.services.respond(getTemplate, () => slow('read', getTemplate.examples[0]!.response));
    api.services.respond(acceptMessage, () => slow('send', acceptMessage.examples[0]!.response));
    api.services.respond(createSnippet, () => slow('write', createSnippet.examples[0]!.response));
    const read = { path: `${v1}/templates/tem_1`, method: 'GET' };
    const calls = [
      ...Array.from({ length: 20 }, () => read),
      ...Array.from({ length: 20 }, () => send),
      snippet,
      snippet,
      snippet,
    ];
    expect(await getStatuses(...calls)).toEqual(calls.map(() => 200));
    expect(maxRunning['read']).toBeGreaterThan(1);
    expect(maxRunning['read']).toBeLessThanOrEqual(8);
    expect(maxRunning['send']).toBeGreaterThan(1);
    expect(maxRunning['write']).toBe(1);
  });

  it('starts a send after an earlier one with the same Idempotency-Key has finished', async () => {
    const order: string[] = [];
    api.services.respond(acceptMessage, async (_call, { template, idempotency }) => {
      order.push(`begin ${idempotency!.key} ${template}`);
      await new Promise((resolve) => {
        setImmediate(() => setImmediate(resolve));
      });
      order.push(`end ${idempotency!.key} ${template}`);
      return acceptMessage.examples[0]!.response;
    });
    const keyed = (template: string, key: string) => ({
      ...send,
      body: { ...send.body, template },
      headers: { 'Idempotency-Key': key },
    });
    await batch([keyed('tem_1', 'a'), keyed('tem_2', 'b'), keyed('tem_3', 'a')]);
    expect(order.indexOf('begin a tem_3')).toBeGreaterThan(order.indexOf('end a tem_1'));
    expect(order.indexOf('begin b tem_2')).toBeLessThan(order.indexOf('end a tem_1'));
  });

  it('runs a call after those before it', async () => {
    const order: string[] = [];
    api.services.respond(createSnippet, (_call, { name }) => {
      order.push(`create ${name}`);
      return createSnippet.examples[0]!.response;
    });
    api.services.respond(listTemplatesByPage, () => {
      order.push('list');
      return { items: [] };
    });
    const list = { path: `${v1}/templates`, method: 'GET' };
    await batch([snippet, list, { ...snippet, body: { ...snippet.body, name: 'header' } }, list]);
    expect(order).toEqual(['create footer', 'list', 'create header', 'list']);
  });

  it('checks the scopes of the key for each call', async () => {
    const { body } = await api.call('/api_keys', { body: { kind: 'test', name: 'Sender', scopes: ['send'] } });
    const { items } = await batch([send, { path: `${v1}/logs`, method: 'GET' }], {
      key: (body['api_key'] as { secret: string }).secret,
    });
    expect(items.map(({ status_code }) => status_code)).toEqual([200, 403]);
    expect(api.services.getCalls(acceptMessage)[0]?.request.test).toBe(true);
  });

  it.each([7, true, {}, ['k']])('rejects only the call whose Idempotency-Key is %j', async (key) => {
    const { items } = await batch([{ ...send, headers: { 'Idempotency-Key': key } }, send]);
    expect(items.map(({ status_code }) => status_code)).toEqual([400, 200]);
    expect(items[0]!.body).toBe('Invalid request: headers.Idempotency-Key must be a string');
    expect(api.services.getCalls(acceptMessage)).toHaveLength(1);
  });

  it('derives the request id of a call from that of the batch, and uses its Idempotency-Key', async () => {
    api.services.respond(acceptMessage, () => ({ ...acceptMessage.examples[0]!.response, replayed: true }));
    const { items } = await batch(
      [
        { ...send, headers: { 'Idempotency-Key': 'a' } },
        { ...send, headers: { 'idempotency-key': 'b', authorization: 'Basic eDo=' } },
      ],
      { headers: { 'x-request-id': 'req-7' } },
    );
    expect(items.map(({ headers }) => headers)).toEqual([
      { 'Idempotency-Replayed': 'true' },
      { 'Idempotency-Replayed': 'true' },
    ]);
    expect(
      api.services.getCalls(acceptMessage).map(({ context, request }) => [context.requestId, request.idempotency?.key]),
    ).toEqual([
      ['req-7.0', 'a'],
      ['req-7.1', 'b'],
    ]);
  });

  it('accepts the paths and fields of client libraries in its calls', async () => {
    const elements = [
      { path: '/api/v1_0/emails', method: 'GET' },
      { ...send, body: { email_id: 'tem_1', recipient: { address: 'ada@example.com' } } },
      { path: '/templates', method: 'GET' },
    ];
    expect(
      (await batch(elements, { headers: { 'x-swu-api-client': 'csharp' } })).items.map(
        ({ status_code }) => status_code,
      ),
    ).toEqual([200, 200, 404]);
  });

  it('returns delays as numbers for calls under /api/v1_numeric', async () => {
    const paths = ['/api/v1/drip_campaigns/dc_1', '/api/v1_numeric/drip_campaigns/dc_1', '/api/v1/drip_campaigns/dc_1'];
    const { items } = await batch(paths.map((path) => ({ path, method: 'GET' })));
    expect(items.map(({ body }) => JSON.stringify(body).match(/"delay_seconds":("?)\d/)?.[1])).toEqual(['"', '', '"']);
  });

  it('makes no more calls once the responses exceed 16 MB together', async () => {
    const body = 'x'.repeat(1024 * 1024);
    api.services.respond(getSnippet, () => ({ ...getSnippet.examples[0]!.response, body }));
    const read = { path: `${v1}/snippets/snp_1`, method: 'GET' };
    const { status, items } = await batch([...Array.from({ length: 98 }, () => read), send, snippet]);
    expect(status).toBe(200);
    const statuses = items.map(({ status_code }) => status_code);
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 200), ...Array.from({ length: 84 }, () => 413)]);
    expect(items.at(-1)!.body).toBe('The responses of this batch are too large; this call was not made');
    expect(api.services.getCalls(getSnippet)).toHaveLength(16);
    expect([api.services.getCalls(acceptMessage), api.services.getCalls(createSnippet)]).toEqual([[], []]);
  });

  it('makes no more calls after 60 s', async () => {
    api.services.respond(listTemplatesByPage, () => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
      return { items: [] };
    });
    try {
      const { items } = await batch([{ path: `${v1}/templates`, method: 'GET' }, send, snippet]);
      expect(items.map(({ status_code }) => status_code)).toEqual([200, 503, 503]);
      expect(items[2]!.body).toMatch(/nothing was accepted/);
    } finally {
      jest.restoreAllMocks();
    }
    expect([api.services.getCalls(acceptMessage), api.services.getCalls(createSnippet)]).toEqual([[], []]);
  });

  it('returns a translation template as text', async () => {
    const { items } = await batch([{ path: `${v1}/i18n/pot/billing`, method: 'GET' }]);
    expect(items[0]?.body).toBe('msgid ""\nmsgstr ""\n');
  });
});

describe('a batch over HTTPS through a proxy', () => {
  it('counts its calls as HTTPS', async () => {
    const api = await GatewayUnderTest.start({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '127.0.0.1' });
    try {
      const headers = { 'x-forwarded-proto': 'https', 'content-type': 'application/json' };
      const { text } = await api.call('/batch', { body: [send, snippet], headers });
      expect((JSON.parse(text) as { status_code: number }[]).map(({ status_code }) => status_code)).toEqual([200, 200]);
    } finally {
      await api.stop();
    }
  });
});
