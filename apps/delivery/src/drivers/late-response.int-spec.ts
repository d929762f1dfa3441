import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DriverEspAccount } from './driver-factory.js';
import { createDriver } from './driver-factory.js';
import type { DeliveryOutcome } from './driver.js';

const states = { waiting: 0, hasMail: 1, mayRespond: 2, answered: 3 };

/** A mail server and a provider in a worker thread, so that they can answer while this thread is blocked. */
const provider = `
  const { workerData: { state, states }, parentPort } = require('node:worker_threads');
  const { createServer } = require('node:net');
  const answer = (socket, text) => {
    Atomics.store(state, 0, states.hasMail);
    Atomics.wait(state, 0, states.hasMail);
    socket.write(text, () => {
      Atomics.store(state, 0, states.answered);
      Atomics.notify(state, 0);
    });
  };
  const smtp = (socket) => {
    let data = '';
    socket.on('error', () => {});
    socket.write('220 mail.example\\r\\n');
    socket.on('data', (chunk) => {
      data += chunk;
      if (/\\r\\n\\.\\r\\n$/.test(data)) return answer(socket, '250 2.0.0 Queued\\r\\n');
      if (/^DATA\\r\\n$/.test(String(chunk))) socket.write('354 Go on\\r\\n');
      else if (/\\r\\n$/.test(String(chunk)) && !data.includes('DATA')) socket.write('250 OK\\r\\n');
    });
  };
  const http = (socket) => {
    let data = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      data += chunk.toString('latin1');
      const head = data.indexOf('\\r\\n\\r\\n');
      if (head < 0 || data.length < head + 4 + Number(/content-length: (\\d+)/i.exec(data)?.[1] ?? Infinity)) return;
      const body = '{"MessageID":"1","ErrorCode":0,"Message":"OK"}';
      answer(socket, 'HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body);
    });
  };
  const listening = (serve) => new Promise((resolve) => {
    const server = createServer(serve).listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
  Promise.all([listening(smtp), listening(http)]).then(([smtpPort, httpPort]) => parentPort.postMessage({ smtpPort, httpPort }));
`;

describe('a response that arrived while the process was suspended', () => {
  let worker: Worker | undefined;
  afterEach(() => worker?.terminate());

  const send = async (
    accountFor: (ports: { smtpPort: number; httpPort: number }) => [DriverEspAccount, string],
  ): Promise<DeliveryOutcome> => {
    const state = new Int32Array(new SharedArrayBuffer(4));
    worker = new Worker(provider, { eval: true, workerData: { state, states } });
    const [ports] = (await once(worker, 'message')) as [{ smtpPort: number; httpPort: number }];
    const [account, baseUrls] = accountFor(ports);
    const driver = createDriver(account, {
      ehloName: 'mail.postrider.example',
      smtpAllowedNetworks: ['127.0.0.0/8'],
      smtpAllowedPorts: [ports.smtpPort],
      baseUrls: { [account.type]: baseUrls },
    });
    const attempt = new AbortController();
    const suspendTimer = setInterval(() => {
      if (Atomics.load(state, 0) !== states.hasMail) return;
      clearInterval(suspendTimer);
      setTimeout(() => attempt.abort(), 1);
      // Like a suspended process: when it continues, the deadline has passed and the response has arrived. Timers run
      // before sockets are read.
      setImmediate(() => {
        Atomics.store(state, 0, states.mayRespond);
        Atomics.notify(state, 0);
        Atomics.wait(state, 0, states.mayRespond, 20_000);
      });
    }, 1);
    try {
      return await driver.send(
        {
          logId: 'log_1',
          messageId: '<log_1@acme.example>',
          date: new Date('2026-11-21T04:00:00Z'),
          from: { address: 'billing@acme.example', name: 'Acme' },
          replyTo: ['help@acme.example'],
          to: { address: 'ada@example.com', name: 'Ada' },
          cc: [],
          bcc: [],
          subject: 'Your receipt',
          text: 'Hello',
          html: '<p>Hello</p>',
          headers: {},
          tags: [],
          attachments: [],
        },
        attempt.signal,
      );
    } finally {
      clearInterval(suspendTimer);
      await driver.close();
    }
  };

  it('is read from a mail server', async () => {
    const credentials = { host: '127.0.0.1', username: '', password: '', use_tls: false };
    const outcome = await send(({ smtpPort }) => [
      { id: 'esp_1', type: 'smtp', credentials: { ...credentials, port: smtpPort } },
      '',
    ]);
    expect(outcome).toMatchObject({ kind: 'sent', detail: '250 2.0.0 Queued' });
  });

  it('is read from a provider over HTTP', async () => {
    const outcome = await send(({ httpPort }) => [
      { id: 'esp_4', type: 'esp_kind_4', credentials: { api_key: 'key' } },
      `http://127.0.0.1:${httpPort}`,
    ]);
    expect(outcome).toMatchObject({ kind: 'sent' });
  });
});
