import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '@postrider/testing';
import { WebhookReceiver } from '../../testing/webhook-receiver.js';
import { EndpointClient, EndpointPolicy } from './endpoint-client.js';

let receiver: WebhookReceiver;
let client: EndpointClient;
const loopback = new EndpointPolicy({ WEBHOOK_ALLOWED_NETWORKS: ['127.0.0.0/8'], WEBHOOK_ALLOW_HTTP: true });
const post = (url: string) => client.post(url, { 'webhook-id': 'evt_1' }, '{}');

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  client = new EndpointClient(loopback);
});
afterEach(() => client.close());

/** A DNS whose replies change. */
const resolveTo = (...responses: (string | undefined)[]) => {
  let requests = 0;
  return {
    findProblem: () => undefined,
    resolveAddresses: async () => {
      const address = responses[Math.min(requests++, responses.length - 1)];
      return address === undefined ? undefined : [{ address, family: 4 as const }];
    },
    get requests() {
      return requests;
    },
  };
};

it('connects to the checked address, also when the DNS changes', async () => {
  const names = resolveTo('127.0.0.1', undefined);
  client = new EndpointClient(names);
  const url = `http://shop.example:${receiver.port}/named`;
  expect(await post(url)).toEqual({ status: 200, body: 'ok' });
  expect(receiver.of('/named')[0]!.headers.host).toBe(`shop.example:${receiver.port}`);
  // The open connection was checked; the next one must be checked, too.
  expect([await post(url), names.requests]).toMatchObject([{ status: 200 }, 1]);
  client.close();
  await expect(post(url)).rejects.toThrow('The address leads to a network that is not allowed');
  expect(names.requests).toBe(2);
});

it('times out without a response, and returns the status when the body does not end', async () => {
  client = new EndpointClient(loopback, { deadlineMs: 300, bodyMs: 2_000 });
  receiver.respond('/silent', () => {});
  await expect(post(receiver.url('/silent'))).rejects.toThrow('No response within 0.3 s');
  client.close();
  client = new EndpointClient(loopback, { deadlineMs: 15_000, bodyMs: 100 });
  receiver.respond('/dribble', (response) => {
    response.writeHead(204 + 1).write('begun');
  });
  expect(await post(receiver.url('/dribble'))).toEqual({ status: 205, body: 'begun' });
});

it('retries over a new connection when the idle one was closed', async () => {
  await post(receiver.url('/idle'));
  receiver.closeConnections();
  expect(await post(receiver.url('/idle'))).toMatchObject({ status: 200 });
});

it('describes errors in plain language', async () => {
  const free = await WebhookReceiver.start();
  await free.stop();
  await expect(post(free.url('/'))).rejects.toThrow('The connection was refused');
  await expect(post('https://nobody.invalid/')).rejects.toThrow(/^(?:Host name not found \(DNS\)|DNS lookup failed)$/);
  await expect(post('https://shop.example:25/')).rejects.toThrow('The address must not use port 25');
});

it('rejects an untrusted certificate', async () => {
  const server = https.createServer(testCertificate, (_request, response) => void response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await expect(post(`https://127.0.0.1:${port}/`)).rejects.toThrow(
      /^The connection failed \([A-Z_]*(CERT|ISSUER)[A-Z_]*\)$/,
    );
  } finally {
    server.close();
  }
});
