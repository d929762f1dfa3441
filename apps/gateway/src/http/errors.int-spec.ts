import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { ErrorCode } from '@postrider/contracts';
import {
  acceptMessage,
  errorTable,
  getCustomer,
  getTemplate,
  listTemplatesByPage,
  renderTemplate,
  ServiceError,
} from '@postrider/contracts';
import { basic, GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';

describe('errors of the API', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const send = { template: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', recipient: { address: 'ada@example.com' } };

  it('have one shape, with the request id of the response header', async () => {
    api.services.respond(getTemplate, () => {
      throw new ServiceError('not_found', 'Template not found');
    });
    const { status, headers, body } = await api.call('/templates/tem_none');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      success: false,
      status: 'not_found',
      message: 'Template not found',
      request_id: headers.get('x-request-id'),
    });
    expect(body['request_id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
  });

  it.each(Object.entries(errorTable))('return the HTTP status of %s from a service', async (code, { status }) => {
    api.services.respond(renderTemplate, () => {
      throw new ServiceError(code as ErrorCode, 'That is why');
    });
    const response = await api.call('/render', { body: { template: 'tem_1', template_data: {} } });
    expect([response.status, response.body['status'], response.body['message']]).toEqual([status, code, 'That is why']);
  });

  it('name each invalid field as the caller wrote it', async () => {
    const { status, body } = await api.call('/send', {
      body: { template: 7, recipient: { address: 'nobody' }, cc: [{ address: 'a@b.example' }, {}] },
    });
    expect(status).toBe(400);
    expect(body['status']).toBe('invalid_request');
    expect(body['errors']).toEqual([
      { field: 'template', message: 'must be a string' },
      { field: 'recipient.address', message: 'must be an email address' },
      { field: 'cc.1.address', message: 'is required' },
    ]);
    expect(api.services.getCalls(acceptMessage)).toEqual([]);
  });

  it.each([
    ['{"template": }', 'unexpected "}" at line 1, column 14 (position 13)'],
    ['{"a": 1,\n  b: 2}', 'unexpected "b" at line 2, column 3 (position 11)'],
    ['{"a": [1, 2', 'unexpected end at position 11'],
    ['{"a": 1} x', 'unexpected "x" at line 1, column 10 (position 9)'],
    ['template=1', 'unexpected "t" at line 1, column 1 (position 0)'],
  ])('name the position in malformed JSON %j', async (body, where) => {
    const response = await api.call('/send', { body });
    expect([response.status, response.body['message']]).toEqual([
      400,
      `Invalid request: the body is not valid JSON: ${where}`,
    ]);
  });

  it.each(['[]', '"text"', '7', 'null', 'true'])('the status is 400 for the body %s', async (body) => {
    const response = await api.call('/send', { body });
    expect([response.status, response.body['status']]).toEqual([400, 'invalid_request']);
  });

  it('list the required fields if there is no body', async () => {
    const { status, body } = await api.call('/snippets', { method: 'POST' });
    expect([status, body['errors']]).toEqual([
      400,
      [
        { field: 'name', message: 'is required' },
        { field: 'body', message: 'is required' },
      ],
    ]);
  });

  it.each([
    ['NUL', { name: 'a\0b', body: 'x' }],
    ['half a surrogate pair', { name: 'a\ud800', body: 'x' }],
  ])('the status is 400 for text with %s, before a service is called', async (_what, body) => {
    const response = await api.call('/snippets', { body });
    expect([response.status, response.body['errors']]).toEqual([
      400,
      [{ field: 'name', message: expect.stringContaining('must be text') }],
    ]);
  });

  it('clip the name of an invalid field', async () => {
    const { status, text } = await api.call('/send', { body: `{"${'n'.repeat(11_000_000)}\\u0000":1}` });
    expect([status, text.length < 2_000]).toEqual([400, true]);
    expect(text).toContain(`"field":"${'n'.repeat(199)}…"`);
  });

  it('the status is 400 for deep nesting', async () => {
    const response = await api.call('/send', { body: `{"template_data":${'['.repeat(50_000)}${']'.repeat(50_000)}}` });
    expect([response.status, response.body['status']]).toEqual([400, 'invalid_request']);
  });

  it('the status is 400 for a body that is not UTF-8', async () => {
    const response = await api.call('/send', { body: Buffer.from('{"template":"\xe9"}', 'latin1') });
    expect([response.status, response.body['message']]).toEqual([400, 'Invalid request: the body is not UTF-8']);
  });

  it('the status is 404 for an unknown path, and 405 with Allow for another method', async () => {
    const unknown = await api.call('/nowhere');
    expect([unknown.status, unknown.body['status']]).toEqual([404, 'not_found']);
    const known = await api.call('/send', { method: 'GET' });
    expect([known.status, known.body['status'], known.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ]);
    const template = await api.call('/templates/tem_1', { method: 'POST', body: {} });
    expect([template.status, template.headers.get('allow')]).toEqual([405, 'DELETE, GET, PUT']);
    const options = await api.call('/templates', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it.each(['/api', '/favicon.ico', '/api/v2/send', '//send'])('the status is 404 for %s', async (path) => {
    const response = await fetch(api.gateway.url + path);
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ status: 'not_found' })]);
  });

  it('leave the connection open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const call = (body: string, key: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const clientRequest = request(
          `${api.gateway.url}/api/v1/snippets`,
          { method: 'POST', agent, headers: { authorization: basic(key) } },
          (response) => {
            sockets.add(clientRequest.socket);
            response.resume().on('end', () => resolve(response.statusCode));
          },
        );
        clientRequest.on('error', reject).end(body);
      });
    expect(await call('{}', 'live_wrong_and_unknown')).toBe(403);
    expect(await call('{', liveKey)).toBe(400);
    expect(await call('{"name":"footer","body":"x"}', liveKey)).toBe(200);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it.each([
    ['/customers/no-address', 'email'],
    ['/templates/tem_1/locales/xx-XX', 'locale'],
    ['/logs?count=101', 'count'],
    ['/logs?count=ten', 'count'],
    ['/logs?offset=-1', 'offset'],
    ['/logs?created_gt=yesterday', 'created_gt'],
    ['/logs?count=1&count=2', 'count'],
    ['/esp_accounts?esp_type=pigeon', 'esp_type'],
    ['/logs/search?count=1&q=ada%09lovelace', 'q'],
    ['/templates/search?q=%00', 'q'],
    ['/templates/search?a%00b=1', 'query'],
  ])('the status is 400 for GET %s and name %s', async (path, field) => {
    const { status, body } = await api.call(path);
    expect([status, (body['errors'] as { field: string }[]).map((error) => error.field)]).toEqual([400, [field]]);
  });

  it.each(['/templates/%zz', '/templates/%00', '/templates/a%0d%0ab'])('the status is 400 for GET %s', async (path) => {
    const { status, body } = await api.call(path);
    expect([status, body['status']]).toEqual([400, 'invalid_request']);
  });

  it('name the query parameter or the path that has control characters', async () => {
    const getMessage = async (path: string) => (await api.call(path)).body['message'];
    expect([await getMessage('/logs/search?q=ada%0alovelace'), await getMessage('/templates/a%0d%0ab?q=%00')]).toEqual([
      'Invalid request: q must be one line without control characters',
      'Invalid request: the path must not hold control characters',
    ]);
  });

  it('do not occur for a plus in a path, which stays a plus', async () => {
    await api.call('/customers/ada+list@example.com');
    expect(api.services.getCalls(getCustomer).map(({ request }) => request)).toEqual([
      { email: 'ada+list@example.com' },
    ]);
  });

  it('the status is 413 for a body over 12 MB, with or without Content-Length', async () => {
    const bytes = new Uint8Array(12 * 1024 * 1024 + 1).fill(0x20);
    const declared = await api.call('/send', { body: bytes });
    expect([declared.status, declared.body['status']]).toEqual([413, 'payload_too_large']);
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const counted = await api.call('/send', { body: chunked, method: 'POST' });
    expect([counted.status, counted.body['status']]).toEqual([413, 'payload_too_large']);
  });

  it.each([
    ['a Content-Length that is too large', `Authorization: ${basic(liveKey)}\r\nContent-Length: 90000000`, 413],
    ['no key', 'Content-Length: 5000000', 401],
  ])(
    'are sent before the body arrives for a request with %s, and close the connection',
    async (_what, headers, status) => {
      const response = await readUntilClosed(api.port, `POST /api/v1/send HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n{`);
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    },
  );

  it('the status is 503 with Retry-After if a service is down', async () => {
    await api.services.stopService('template');
    const { status, headers, body } = await api.call('/templates');
    await api.services.startService('template');
    expect([status, body['status'], headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect(body).toMatchObject({ carried_out: 'no', reason: 'service_not_running', service: 'template' });
  });

  it('pass on whether a failed call was carried out, and the reason', async () => {
    const facts = { carriedOut: 'yes', reason: 'change_not_spread', service: 'delivery' } as const;
    api.services.respond(listTemplatesByPage, () => {
      throw new ServiceError('unavailable', 'Stored', undefined, undefined, facts);
    });
    const { body } = await api.call('/templates');
    expect(body).toMatchObject({ carried_out: 'yes', reason: 'change_not_spread', service: 'delivery' });
    api.services.respond(listTemplatesByPage, () => {
      throw new ServiceError('template_not_found', 'No such template');
    });
    expect(Object.keys((await api.call('/templates')).body)).toEqual(['success', 'status', 'message', 'request_id']);
  });

  it('the status is 409 with Retry-After while another request with the idempotency key runs', async () => {
    api.services.respond(acceptMessage, () => {
      throw new ServiceError('idempotency_in_progress', 'Still running');
    });
    const { status, headers } = await api.call('/send', { body: send, headers: { 'idempotency-key': 'k' } });
    expect([status, headers.get('retry-after')]).toEqual([409, '1']);
  });

  it('the status is 500 without internals after an unexpected error', async () => {
    api.services.respond(listTemplatesByPage, () => {
      throw new Error('select * from secret_table at 10.0.0.7');
    });
    const { status, text } = await api.call('/templates');
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ status: 'internal', message: 'Internal error', carried_out: 'unknown' });
    expect(text).not.toMatch(/secret|10\.0/);
  });
});

/** Sends bytes without closing, and waits until the server closes the connection: before Node's timeout of 60 s. */
function readUntilClosed(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    socket.on('error', reject).on('close', () => resolve(response));
  });
}
