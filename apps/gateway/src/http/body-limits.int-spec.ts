import { connect } from 'node:net';
import { acceptMessage } from '@postrider/contracts';
import type { CallOptions } from '../testing/gateway-under-test.js';
import { basic, GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';

const kilobytes = (count: number): string => 'x'.repeat(count * 1024);

const fields = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_none, field) => [field, 1]));

describe('the body of a request', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const keyWith = async (scopes: string[]): Promise<string> => {
    const { body } = await api.call('/api_keys', { body: { kind: 'live', name: scopes.join(), scopes } });
    return (body['api_key'] as { secret: string }).secret;
  };

  it('is not read if the key lacks the scope', async () => {
    const reader = await keyWith(['read']);
    const response = await firstResponse(
      api.port,
      `POST /api/v1/send HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(reader)}\r\nContent-Length: 5000000\r\n\r\n{`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
    expect(response).toContain('"status":"forbidden"');
    const malformed = await api.call('/snippets', { key: reader, body: '{' });
    expect([malformed.status, malformed.body['status']]).toEqual([403, 'forbidden']);
  });

  describe('of a rejected request', () => {
    let slow: GatewayUnderTest;
    beforeAll(async () => {
      slow = await GatewayUnderTest.start({ BODY_BYTES_PER_SECOND: '100000' });
    });
    afterAll(() => slow.stop());

    /** Sends until the connection closes. Returns the amount sent, the duration and the response. */
    const pushed = (port: number, head: string): Promise<{ megabytes: number; ms: number; response: string }> =>
      new Promise((resolve) => {
        const startedAt = performance.now();
        const piece = Buffer.alloc(256 * 1024, 'x');
        let response = '';
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        const push = (): void => {
          if (socket.writable && socket.write(piece)) setImmediate(push);
        };
        socket.setEncoding('latin1').on('data', (text: string) => {
          response += text;
        });
        socket.on('error', () => {}).on('drain', push);
        socket.on('close', () => {
          const bytes = socket.bytesWritten - socket.writableLength;
          resolve({ megabytes: bytes / 1024 / 1024, ms: performance.now() - startedAt, response });
        });
        socket.write(head);
        push();
      });
    const length = 1024 * 1024 * 1024;
    const buildHead = (path: string, key: string, framing = `Content-Length: ${length}`): string =>
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(key)}\r\n${framing}\r\n\r\n`;

    it.each([
      ['unknown path', liveKey, '/nowhere', 404],
      ['too large', liveKey, '/send', 413],
      ['unknown key', 'live_nobody', '/send', 403],
    ])('the body is drained within the rate limit of bodies (%s)', async (_what, key, path, status) => {
      const { megabytes, ms, response } = await pushed(slow.port, buildHead(path, key));
      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(response.toLowerCase()).toContain('connection: close');
      // The burst takes 4.8 MB; the rest is in the socket buffers of both sides.
      expect(megabytes).toBeLessThan(24);
      expect(ms).toBeGreaterThan(1_900);
    });

    it('the body is drained so that the connection can be reused, if it is small', async () => {
      const response = await firstResponses(
        api.port,
        `${buildHead('/nowhere', liveKey, 'Content-Length: 5')}hello${buildHead('/nowhere', liveKey, 'Content-Length: 5')}`,
        2,
      );
      expect(response.match(/HTTP\/1\.1 404 /g)).toHaveLength(2);
    });
  });

  it.each([
    ['/nowhere', 404],
    ['/logs', 405],
  ])('is not read if there is no such operation (POST %s)', async (path, status) => {
    const response = await firstResponse(
      api.port,
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(liveKey)}\r\nContent-Length: 5000000\r\n\r\n{`,
    );
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it.each<[string, string]>([
    ['POST', '/customers'],
    ['POST', '/customers/'],
    ['POST', '/CUSTOMERS'],
    ['POST', '/resend'],
    ['POST', '/render'],
    ['POST', '/customers/ada@example.com/conversions'],
    ['POST', '/api_keys'],
    ['POST', '/esp_accounts'],
    ['POST', '/drip_campaigns'],
    ['PUT', '/templates/tem_1'],
    ['PUT', '/templates/tem_1/ab_test'],
    ['PUT', '/templates/tem_1/versions/ver_1/publish'],
  ])('of %s %s may have at most 256 KB', async (method, path) => {
    const { status, body } = await api.call(path, { method, body: { data: kilobytes(256) } });
    expect([status, body['status'], body['message']]).toEqual([
      413,
      'payload_too_large',
      'The request body is larger than 256 KB',
    ]);
  });

  it.each<[string, string]>([
    ['POST', '/send'],
    ['POST', '/send/'],
    ['POST', '/emails/tem_1/versions'],
    ['POST', '/templates'],
    ['POST', '/templates/tem_1/locales'],
    ['POST', '/templates/tem_1/versions'],
    ['PUT', '/templates/tem_1/versions/ver_1'],
    ['PUT', '/templates/tem_1/locales/fr-FR/versions/ver_1'],
    ['POST', '/snippets'],
    ['PUT', '/snippets/snp_1'],
    ['POST', '/batch'],
    ['POST', '/i18n/po/tag'],
  ])('of %s %s may have megabytes', async (method, path) => {
    const { status } = await api.call(path, { method, body: { unknown: kilobytes(1024) } });
    expect(status).not.toBe(413);
  });

  it.each<[string, CallOptions]>([
    ['values', { body: { template_data: Array.from({ length: 100_000 }, () => 0) } }],
    ['objects', { body: `[${'{},'.repeat(100_000)}{}]` }],
    ['fields', { body: { template_data: Array.from({ length: 11 }, () => fields(9_091)) } }],
  ])('with more than 100,000 %s returns 400', async (_what, request) => {
    const { status, body } = await api.call('/send', request);
    expect([status, body['status'], body['message']]).toEqual([
      400,
      'invalid_request',
      'Invalid request: the body holds more than 100000 values; send bytes in base64, not as an array of numbers',
    ]);
    expect(api.services.getCalls(acceptMessage)).toEqual([]);
  });

  it.each([
    ['template_data', { template_data: fields(10_001) }],
    ['body', fields(50_000)],
  ])('with more than 10,000 names in one object (%s) returns 400', async (field, body) => {
    const response = await api.call('/send', { body });
    expect([response.status, response.body['errors']]).toEqual([
      400,
      [{ field, message: 'must not have more than 10000 names' }],
    ]);
  });

  it.each([1_001, 11_000_000])('with a number of %i digits returns 400', async (length) => {
    const { status, body } = await api.call('/send', { body: `{"template":${'1'.repeat(length)}}` });
    expect([status, body['message']]).toEqual([
      400,
      'Invalid request: the body is not valid JSON: a number of more than 1000 characters at line 1, column 13 (position 12)',
    ]);
  });

  it('with many invalid fields returns the first 50 of them', async () => {
    const cc = Array.from({ length: 50 }, () => ({ address: 'nobody' }));
    const { status, body } = await api.call('/send', { body: { template: 1, recipient: 1, cc, bcc: cc } });
    expect(status).toBe(400);
    expect(body['errors']).toHaveLength(50);
    expect(body['message']).toMatch(/; and 52 more$/);
  });
});

/** Sends bytes without closing, and returns what was received when the server closes the connection. */
function firstResponse(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text;
    });
    socket.on('error', reject).on('close', () => resolve(response));
  });
}

/** Returns the first `count` responses on one connection. */
function firstResponses(port: number, bytes: string, count: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      response += text;
      if (response.split('HTTP/1.1 ').length > count) socket.destroy();
    });
    socket.on('error', reject).on('close', () => resolve(response));
  });
}
