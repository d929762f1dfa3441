import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listVersionsByPage, renderTemplate } from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { createAccount } from './accounts/accounts.repository.js';
import type { Histogram } from 'prom-client';
import { register } from 'prom-client';
import { basic, GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';

const megabyte = 1024 * 1024;

/** The request metric, reset to zero. */
function resetRequests(): Histogram {
  const requests = register.getSingleMetric('postrider_http_request_seconds') as Histogram;
  requests.reset();
  return requests;
}

/** The number of finished requests with this status. A response that is not read finishes when it is aborted. */
async function finished(requests: Histogram, status: string): Promise<number> {
  const { values } = await requests.get();
  const counted = values.filter(
    ({ labels, metricName }) => labels['status'] === status && metricName?.endsWith('_count'),
  );
  return counted.reduce((sum, { value }) => sum + value, 0);
}

describe('responses that their clients do not read', () => {
  it('are bounded: the oldest are aborted, and none of another account', async () => {
    const api = await GatewayUnderTest.start();
    const requests = resetRequests();
    const sockets: Socket[] = [];
    const unread = (request: string): { rest(): Promise<number> } => {
      const socket = connect(api.port, '127.0.0.1', () => socket.write(request)).pause();
      socket.on('error', () => {});
      sockets.push(socket);
      return {
        rest: () =>
          new Promise((resolve) => {
            let bytes = 0;
            socket.on('data', ({ length }: Buffer) => {
              bytes += length;
              if (bytes > 12 * megabyte) socket.destroy();
            });
            socket.on('close', () => resolve(bytes));
            socket.resume();
          }),
      };
    };
    const body = JSON.stringify({ template: 'tem_1', template_data: {} });
    const render = (key: string): string =>
      `POST /api/v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(key)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    try {
      const { keys } = await createAccount(api.databaseUrl, 'Acme', 'hello@acme.example');
      const rendered = renderTemplate.examples[0]!.response;
      const html = 'x'.repeat(12 * megabyte);
      api.services.respond(renderTemplate, () => ({ ...rendered, html }));
      const other = unread(render(keys.live));
      await waitFor(() => api.services.getCalls(renderTemplate).length === 1);
      const all = [];
      for (let n = 0; n < 8; n++) {
        all.push(unread(render(liveKey)));
        // One by one, so that their order is known. One more call is that of the other account.
        await waitFor(() => api.services.getCalls(renderTemplate).length === n + 2);
      }
      await waitFor(async () => (await finished(requests, '200')) >= 3, { what: 'the first responses to be aborted' });
      const rests = await Promise.all(all.map(({ rest }) => rest()));
      const whole = rests.map((bytes) => bytes > 12 * megabyte);
      expect(whole.at(-1)).toBe(true);
      expect(whole.filter(Boolean).length).toBeLessThan(6);
      // The oldest were aborted.
      expect(whole).toEqual(whole.toSorted((one, another) => Number(one) - Number(another)));
      expect(await other.rest()).toBeGreaterThan(12 * megabyte);
    } finally {
      for (const socket of sockets) socket.destroy();
      await api.stop();
    }
  });

  it('are counted by the page when they are streamed', async () => {
    const api = await GatewayUnderTest.start();
    const requests = resetRequests();
    const sockets: Socket[] = [];
    try {
      const [version] = listVersionsByPage.examples[0]!.response.items;
      const items = Array.from({ length: 12 }, () => ({ ...version!, html: 'x'.repeat(600_000) }));
      api.services.respond(listVersionsByPage, () => ({ items, next: version!.id }));
      for (let n = 0; n < 22; n++) {
        const socket = connect(api.port, '127.0.0.1', () =>
          socket.write(
            `GET /api/v1/templates/tem_1/versions HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(liveKey)}\r\n\r\n`,
          ),
        ).pause();
        sockets.push(socket.on('error', () => {}));
      }
      // Until the socket buffers on both sides are full.
      await waitFor(async () => (await finished(requests, '499')) >= 6, { what: 'six responses to be aborted' });
      for (let calls = -1; calls !== api.services.getCalls(listVersionsByPage).length; await sleep(500))
        calls = api.services.getCalls(listVersionsByPage).length;
      // The bound is 32 MB; all responses together would take 44 MB.
      expect(await finished(requests, '499')).toBe(6);
    } finally {
      for (const socket of sockets) socket.destroy();
      await api.stop();
    }
  });
});
