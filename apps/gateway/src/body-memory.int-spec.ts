import { connect } from 'node:net';
import { acceptMessage } from '@postrider/contracts';
import { createAccount } from './accounts/accounts.repository.js';
import { waitFor } from '@postrider/testing';
import { basic, GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';

describe('the memory for request bodies', () => {
  it('is bounded, and an account leaves room for others', async () => {
    const api = await GatewayUnderTest.start({ BODY_MEMORY_MB: '32' });
    const uploads: { end(): void; readonly response: Promise<string> }[] = [];
    const startUpload = () => {
      uploads.push(beginUpload(api.port, 11 * 1024 * 1024));
    };
    try {
      const send = { template: 'tem_1', recipient: { address: 'ada@example.com' } };
      const other = await createAccount(api.databaseUrl, 'Acme', 'hello@acme.example');
      startUpload();
      const large = { ...send, unknown: 'x'.repeat(9 * 1024 * 1024) };
      // Accepted until the gateway has read the headers of the upload.
      let rejected = await api.call('/send', { body: large });
      await waitFor(async () => {
        if (rejected.status === 200) rejected = await api.call('/send', { body: large });
        return rejected.status !== 200;
      });
      expect([rejected.status, rejected.body['status'], rejected.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '5',
      ]);
      expect((await api.call('/send', { body: send })).status).toBe(200);
      expect((await api.call('/send', { body: large, key: other.keys.live })).status).toBe(200);
      expect((await api.call('/send', { body: large, key: other.keys.live })).status).toBe(200);
      uploads[0]!.end();
      expect(await uploads[0]!.response).toMatch(/^HTTP\/1\.1 400 /);
      expect((await api.call('/send', { body: large })).status).toBe(200);
    } finally {
      for (const { end } of uploads) end();
      await api.stop();
    }
  });

  it('stays reserved after the caller has disconnected, until its request is done', async () => {
    const api = await GatewayUnderTest.start({ BODY_MEMORY_MB: '16' });
    try {
      let finish = (): void => {};
      const called = new Promise<void>((resolve) => {
        api.services.respond(acceptMessage, async () => {
          resolve();
          await new Promise<void>((done) => {
            finish = done;
          });
          return { receipt_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe', email: { name: 'x' }, replayed: false } as never;
        });
      });
      const body = { template: 'tem_1', recipient: { address: 'ada@example.com' }, unknown: 'x'.repeat(9_000_000) };
      const abort = new AbortController();
      const aborted = fetch(`${api.gateway.url}/api/v1/send`, {
        method: 'POST',
        headers: { authorization: basic(liveKey) },
        body: JSON.stringify(body),
        signal: abort.signal,
      }).catch(() => 'aborted');
      await called;
      abort.abort();
      expect(await aborted).toBe('aborted');
      expect((await api.call('/snippets', { body })).status).toBe(503);
      finish();
      await waitFor(async () => (await api.call('/snippets', { body })).status === 400);
    } finally {
      await api.stop();
    }
  });
});

/** Sends the headers of a request with a body, and no body; `end` closes the sending side. */
function beginUpload(port: number, bytes: number): { end(): void; readonly response: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(
    `POST /api/v1/send HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(liveKey)}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  const response = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => resolve(text)).on('close', () => resolve(text));
  });
  return { end: () => socket.end(), response };
}
