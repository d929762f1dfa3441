import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { acceptMessage, listTemplatesByPage } from '@postrider/contracts';
import { serveHealth } from '@postrider/service';
import { createTestDatabase, TcpProxy, waitFor } from '@postrider/testing';
import { accountsCommand } from './commands/accounts.command.js';
import { gatewayDatabase } from './database.js';
import { startGateway } from './gateway.js';
import { basic, GatewayUnderTest, liveKey, testKey } from './testing/gateway-under-test.js';

const start = (database: string, environment: Record<string, string> = {}) =>
  startGateway({
    AMQP_URL: 'memory:bootstrap',
    DATABASE_URL: database,
    HEALTH_PORT: '0',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '0',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    ...environment,
  });

describe('the first account', () => {
  const getStatus = async (url: string, key: string): Promise<number> =>
    (await fetch(`${url}/api/v1/api_keys`, { headers: { authorization: basic(key) } })).status;

  it('has its keys created once, even by replicas that start together', async () => {
    const { url: database, drop } = await createTestDatabase();
    const replicas = await Promise.all([start(database), start(database), start(database)]);
    try {
      const generated = replicas.map(({ generatedKeys }) => generatedKeys).filter(({ live }) => live !== undefined);
      expect(generated).toHaveLength(1);
      const { live = '', test = '' } = generated[0]!;
      expect(await Promise.all(replicas.flatMap(({ url }) => [getStatus(url, live), getStatus(url, test)]))).toEqual([
        200, 200, 200, 200, 200, 200,
      ]);
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await drop();
    }
  });

  it('gets the configured keys at every start', async () => {
    const { url: database, drop } = await createTestDatabase(gatewayDatabase);
    const first = await start(database, { BOOTSTRAP_LIVE_KEY: 'a-key-of-automation-1' });
    expect(first.generatedKeys).toEqual({ test: expect.stringMatching(/^test_/) });
    await first.stop();
    const second = await start(database, {
      BOOTSTRAP_LIVE_KEY: 'a-key-of-automation-2',
      BOOTSTRAP_SENDER: 'hello@acme.example',
    });
    try {
      expect(second.generatedKeys).toEqual({});
      expect(await getStatus(second.url, 'a-key-of-automation-1')).toBe(200);
      expect(await getStatus(second.url, 'a-key-of-automation-2')).toBe(200);
    } finally {
      await second.stop();
      await drop();
    }
  });
});

describe('BOOTSTRAP_SENDER', () => {
  const own = { address: 'own@acme.example', reply_to: 'own@acme.example', name: 'Acme' };
  const configured = { BOOTSTRAP_LIVE_KEY: liveKey, BOOTSTRAP_SENDER: 'hello@acme.example' };

  it.each([
    ['its own', own],
    ['none', null],
  ])('is the default sender of the first account until it sets %s', async (_what, default_sender) => {
    const { url: database, drop } = await createTestDatabase(gatewayDatabase);
    /** The sender after a start, and after a change if one is given. */
    const senderAfterStart = async (environment: Record<string, string>, change?: object): Promise<unknown> => {
      const gateway = await start(database, environment);
      const call = async (init: RequestInit) => {
        const headers = { authorization: basic(liveKey), 'content-type': 'application/json' };
        const response = await fetch(`${gateway.url}/api/v1/account`, { ...init, headers });
        return (await response.json()) as Record<string, unknown>;
      };
      try {
        if (change) await call({ method: 'PATCH', body: JSON.stringify(change) });
        return (await call({}))['default_sender'];
      } finally {
        await gateway.stop();
      }
    };
    try {
      expect(await senderAfterStart({ BOOTSTRAP_LIVE_KEY: liveKey })).toBeUndefined();
      expect(await senderAfterStart(configured)).toMatchObject({ address: 'hello@acme.example' });
      const changed = await senderAfterStart(configured, { default_sender });
      expect(await senderAfterStart(configured)).toEqual(changed);
      expect(changed).toEqual(default_sender ?? undefined);
    } finally {
      await drop();
    }
  });
});

describe('another account', () => {
  it('is created on the command line and shares nothing with the first', async () => {
    const api = await GatewayUnderTest.start();
    try {
      const printed: string[] = [];
      const terminal = {
        environment: { DATABASE_URL: api.databaseUrl },
        print: (line: string) => printed.push(line),
        warn: (line: string) => printed.push(line),
      };
      expect(await accountsCommand.run(['create', 'Acme', 'nobody'], terminal)).toBe(2);
      expect(printed.splice(0)).toEqual([
        expect.stringMatching(/^<default-sender> must be an email address\.\nUsage: /),
      ]);
      expect(await accountsCommand.run(['create', 'Acme', 'hello@acme.example'], terminal)).toBe(0);
      const [, id, live, test] = /^Account +(acc_\w+)\nLive key (live_\w+)\nTest key (test_\w+)$/.exec(printed[0]!)!;
      const keys = { live: live!, test: test! };
      expect(JSON.parse((await api.call('/api_keys', { key: keys.live })).text)).toHaveLength(2);
      await api.call('/send', {
        key: keys.test,
        body: { template: 'tem_1', recipient: { address: 'ada@example.com' } },
      });
      const [sent] = api.services.getCalls(acceptMessage);
      expect(sent?.context.accountId).toBe(id);
      expect(sent?.request).toMatchObject({
        test: true,
        default_sender: { address: 'hello@acme.example', reply_to: 'hello@acme.example', name: '' },
      });
    } finally {
      await api.stop();
    }
  });
});

describe('postrider accounts', () => {
  it.each([
    ['--help', 0],
    ['create --help', 0],
    ['create', 2],
    ['create --name Acme', 2],
    ['create Acme nobody', 2],
    ['create Acme hello@acme.example and more', 2],
  ])('prints its usage for "%s" and creates nothing', async (line, code) => {
    const output: string[] = [];
    const print = (text: string): void => void output.push(text);
    // There is no database at this address.
    const terminal = { print, warn: print, environment: { DATABASE_URL: 'postgres://127.0.0.1:1/x' } };
    expect(await accountsCommand.run(line.split(' '), terminal)).toBe(code);
    expect(output.join('\n')).toMatch(/^ +postrider accounts create <name> \[<default-sender>\]/m);
  });
});

describe('the shutdown of a gateway', () => {
  it('finishes the request in progress and accepts no more', async () => {
    const api = await GatewayUnderTest.start();
    const agent = new Agent({ keepAlive: true });
    let release = (): void => {};
    const called = new Promise<void>((resolve) => {
      api.services.respond(listTemplatesByPage, async () => {
        resolve();
        await new Promise<void>((done) => {
          release = done;
        });
        return { items: [] };
      });
    });
    const response = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      request(
        `${api.gateway.url}/api/v1/templates`,
        { agent, headers: { authorization: basic(liveKey) } },
        (response) => {
          response
            .resume()
            .on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
        },
      )
        .on('error', reject)
        .end();
    });
    await called;
    const stopped = api.gateway.stop();
    await expect(fetch(api.gateway.url)).rejects.toThrow('fetch failed');
    release();
    expect(await response).toEqual({ status: 200, connection: 'close' });
    await stopped;
    await api.stop();
    agent.destroy();
  });
});

describe('keep-alive connections at shutdown', () => {
  /** Sends requests over one keep-alive connection. */
  const keptConnection = (port: number) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const closed = new Promise<string>((resolve) => {
      socket.on('error', (error) => resolve(error.message)).on('close', () => resolve('closed'));
    });
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    const call = async (): Promise<string> => {
      text = '';
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await waitFor(() => text.includes('}'));
      return text;
    };
    return { call, closed };
  };

  it('get Connection: close during the shutdown delay, while new connections are accepted', async () => {
    const api = await GatewayUnderTest.start({ SHUTDOWN_DELAY_MS: '3000' });
    const kept = keptConnection(api.port);
    expect(await kept.call()).not.toMatch(/connection: close/i);
    const stopped = api.gateway.stop();
    expect(await kept.call()).toMatch(/connection: close/i);
    expect(await kept.closed).toBe('closed');
    expect(await keptConnection(api.port).call()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    await stopped;
    await api.stop();
  });

  it('stay open until the shutdown delay ends if they are idle', async () => {
    const api = await GatewayUnderTest.start({ SHUTDOWN_DELAY_MS: '3000' });
    const [kept, idle] = [keptConnection(api.port), keptConnection(api.port)];
    await Promise.all([kept.call(), idle.call()]);
    const stopped = api.gateway.stop();
    expect(await kept.call()).toMatch(/connection: close/i);
    expect(await kept.closed).toBe('closed');
    await new Promise(setImmediate);
    expect(await idle.call()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    await stopped;
    await api.stop();
  });

  it('are closed without a shutdown delay if they are idle or unused', async () => {
    const api = await GatewayUnderTest.start();
    const [used, unused] = [keptConnection(api.port), keptConnection(api.port)];
    await used.call();
    const startedAt = Date.now();
    await api.gateway.stop();
    expect([await used.closed, await unused.closed]).toEqual(['closed', 'closed']);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await api.stop();
  });
});

describe('GET /', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  }, 60_000);
  afterAll(() => api.stop());

  it('returns the index of the API without authentication', async () => {
    const response = await fetch(api.gateway.url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.json()).toEqual({
      name: 'Postrider',
      version: (JSON.parse(await readFile('package.json', 'utf8')) as { version: string }).version,
      api: '/api/v1',
      openapi: '/api/v1/openapi.json',
      docs: '/docs/',
    });
  });

  it('accepts HEAD, and returns 405 for other methods', async () => {
    const head = await fetch(api.gateway.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(api.gateway.url, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.get('allow'), await post.json()]).toEqual([
      405,
      'GET, HEAD',
      expect.objectContaining({ status: 'method_not_allowed' }),
    ]);
  });
});

describe('the health server of a gateway', () => {
  it('returns readiness, and counts requests by route pattern', async () => {
    const api = await GatewayUnderTest.start();
    const server = await serveHealth(api.gateway.health, 0);
    const health = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await api.call('/customers/ada@example.com');
      // PATCH instead of GET, because another process may poll a port that it used a moment ago.
      await api.call('/nowhere', { method: 'PATCH' });
      const ready = await fetch(`${health}/health/ready`);
      expect([ready.status, await ready.json()]).toEqual([200, { ready: true, checks: { database: true } }]);
      const metrics = await (await fetch(`${health}/metrics`)).text();
      const counts = metrics.split('\n').filter((line) => line.startsWith('postrider_http_request_seconds_count'));
      expect(counts).toContain(
        'postrider_http_request_seconds_count{route="/api/v1/customers/:email",method="GET",status="200"} 1',
      );
      expect(counts).toContain('postrider_http_request_seconds_count{route="unknown",method="PATCH",status="404"} 1');
    } finally {
      server.close();
      server.closeAllConnections();
      await api.stop();
    }
  });

  it('fails to start with an error that names HEALTH_PORT if the port is in use', async () => {
    const { url: database, drop } = await createTestDatabase(gatewayDatabase);
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, resolve);
    });
    const { port } = other.address() as AddressInfo;
    try {
      await expect(start(database, { HEALTH_PORT: String(port) })).rejects.toThrow(
        `Port ${port} is in use; set HEALTH_PORT to another.`,
      );
    } finally {
      other.close();
      await drop();
    }
  });
});

describe('a request', () => {
  it('returns 503 after REQUEST_TIMEOUT_MS', async () => {
    const api = await GatewayUnderTest.start({ REQUEST_TIMEOUT_MS: '50' });
    try {
      let release = (): void => {};
      api.services.respond(
        listTemplatesByPage,
        () =>
          new Promise((resolve) => {
            release = () => resolve({ items: [] });
          }),
      );
      const { status, body } = await api.call('/templates');
      expect([status, body['status']]).toEqual([503, 'unavailable']);
      release();
    } finally {
      await api.stop();
    }
  });

  it('returns 503 for a key that is not cached while the database is down, and works for a cached one', async () => {
    let proxy: TcpProxy | undefined;
    const api = await GatewayUnderTest.start({}, async (url) => {
      const { hostname, port } = new URL(url);
      proxy = await TcpProxy.to(hostname, Number(port));
      await proxy.open();
      return proxy.url(url);
    });
    try {
      expect((await api.call('/templates')).status).toBe(200);
      await proxy?.shut();
      expect((await api.call('/templates')).status).toBe(200);
      const { status, body } = await api.call('/templates', { key: testKey });
      expect([status, body['status']]).toEqual([503, 'unavailable']);
      await proxy?.open();
      expect((await api.call('/templates', { key: testKey })).status).toBe(200);
    } finally {
      await api.stop();
      await proxy?.shut();
    }
  });

  it('returns 429 above the rate limit of its account, also in a batch', async () => {
    const api = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '0.01' });
    try {
      const first = await api.call('/templates');
      expect([
        first.status,
        first.headers.get('ratelimit-limit'),
        first.headers.get('ratelimit-remaining'),
        first.headers.get('ratelimit-reset'),
      ]).toEqual([200, '1', '0', '100']);
      const second = await api.call('/templates');
      expect([second.status, second.body['status'], second.headers.get('retry-after')]).toEqual([
        429,
        'rate_limited',
        '100',
      ]);
    } finally {
      await api.stop();
    }
    const limitedApi = await GatewayUnderTest.start({ RATE_LIMIT_PER_SECOND: '0.04' });
    try {
      const list = { path: '/api/v1/templates', method: 'GET' };
      const { text } = await limitedApi.call('/batch', { body: [list, list, list] });
      expect((JSON.parse(text) as { status_code: number }[]).map(({ status_code }) => status_code)).toEqual([
        200, 429, 429,
      ]);
    } finally {
      await limitedApi.stop();
    }
  });
});
