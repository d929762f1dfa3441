import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { listTemplatesByPage } from '@postrider/contracts';
import { renewedCertificate, testCertificate, waitFor } from '@postrider/testing';
import type { Gauge } from 'prom-client';
import { register } from 'prom-client';
import { gatewayConfig } from '../config.js';
import { GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';
import { readTls, TlsRenewal, getWarning } from './tls.js';

const required = {
  AMQP_URL: 'memory:',
  DATABASE_URL: 'postgres://localhost/x',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

describe('HTTPS', () => {
  let folder: string;
  let files: { readonly TLS_CERT: string; readonly TLS_KEY: string };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postrider-tls-'));
    files = { TLS_CERT: join(folder, 'tls.crt'), TLS_KEY: join(folder, 'tls.key') };
    await write(testCertificate);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async ({ cert, key }: { cert: string; key: string }): Promise<void> => {
    await writeFile(files.TLS_CERT, cert);
    await writeFile(files.TLS_KEY, key);
  };
  /** The certificate of a server. */
  const fetchCertificate = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()!.toString());
        socket.destroy();
      });
      socket.once('error', reject);
    });

  it('is served with TLS_CERT and TLS_KEY, and satisfies REQUIRE_HTTPS', async () => {
    const api = await GatewayUnderTest.start({ ...files, REQUIRE_HTTPS: 'true' });
    try {
      expect(api.gateway.url).toMatch(/^https:/);
      const status = await new Promise((resolve, reject) => {
        const clientRequest = request(
          `${api.gateway.url}/api/v1/openapi.json`,
          { ca: testCertificate.cert, headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` } },
          (response) => {
            resolve([response.statusCode, response.headers['strict-transport-security']]);
            response.resume();
          },
        );
        clientRequest.once('error', reject).end();
      });
      expect(status).toEqual([200, 'max-age=31536000']);
    } finally {
      await api.stop();
    }
  });

  it('returns 403 for plain HTTP', async () => {
    const api = await GatewayUnderTest.start(files);
    try {
      const body = JSON.stringify({ text: 'x'.repeat(1_000_000) });
      const response = await fetch(`http://127.0.0.1:${api.port}/api/v1/send`, { method: 'POST', body });
      expect([response.status, await response.json()]).toEqual([
        403,
        {
          success: false,
          status: 'https_required',
          message: 'Calls must use HTTPS',
          request_id: expect.stringMatching(/^req_/),
        },
      ]);
      // Bytes that are neither TLS nor HTTP, and a peer that disconnects before its first byte, cause no error.
      const nonsense = connectTcp(api.port, '127.0.0.1');
      const leaving = connectTcp(api.port, '127.0.0.1');
      const closed = [once(nonsense, 'close'), once(leaving, 'close')];
      nonsense
        .on('error', () => undefined)
        .resume()
        .write('\u0000\u0001nonsense of a peer');
      leaving.resume().end();
      await Promise.all(closed);
      expect(await fetchCertificate(api.port)).toBe(testCertificate.cert);
    } finally {
      await api.stop();
    }
  });

  it('finishes requests at shutdown, and closes unused connections and unfinished handshakes', async () => {
    const api = await GatewayUnderTest.start(files);
    const ended = (socket: Socket): Promise<void> =>
      new Promise((resolve) => {
        socket
          .on('error', () => undefined)
          .resume()
          .once('close', () => resolve());
      });
    const handshake = connectTcp(api.port, '127.0.0.1');
    const unused = connect({ port: api.port, host: '127.0.0.1', rejectUnauthorized: false });
    const closed = Promise.all([ended(handshake), ended(unused)]);
    await Promise.all([once(handshake, 'connect'), once(unused, 'secureConnect')]);
    const agent = new Agent({ keepAlive: true, ca: testCertificate.cert });
    let onCall = (): void => {};
    const called = new Promise<void>((resolve) => {
      onCall = resolve;
    });
    const response = new Promise((resolve, reject) => {
      api.services.respond(listTemplatesByPage, async () => {
        onCall();
        await closed;
        return { items: [] };
      });
      request(
        `${api.gateway.url}/api/v1/templates`,
        { agent, headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` } },
        (response) => response.resume().on('end', () => resolve([response.statusCode, response.headers.connection])),
      )
        .once('error', reject)
        .end();
    });
    await called;
    const startedAt = Date.now();
    const stopped = api.gateway.stop();
    expect(await response).toEqual([200, 'close']);
    await stopped;
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    agent.destroy();
    await api.stop();
  });

  it('serves a renewed certificate, and the old one while certificate and key do not match', async () => {
    const config = gatewayConfig.read({ ...required, ...files });
    const tls = (await readTls(config))!;
    const server: Server = createServer(tls);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const renewal = new TlsRenewal(config, [server], tls, 20);
    await renewal.onApplicationBootstrap();
    try {
      await writeFile(files.TLS_CERT, renewedCertificate.cert);
      await expect(readTls(config)).rejects.toThrow('TLS_CERT and TLS_KEY cannot be used');
      expect(await fetchCertificate(port)).toBe(testCertificate.cert);
      await write(renewedCertificate);
      await waitFor(async () => (await fetchCertificate(port)) === renewedCertificate.cert, {
        what: 'the renewed certificate',
      });
    } finally {
      await renewal.beforeApplicationShutdown();
      server.close();
    }
  });

  it('warns of a certificate that expires soon or has expired', () => {
    const cert = Buffer.from(testCertificate.cert);
    const expiresAt = Date.UTC(2120, 0, 1);
    const day = 86_400_000;
    expect(getWarning(cert, expiresAt - 15 * day)).toBeUndefined();
    expect(getWarning(cert, expiresAt - 14 * day)).toMatchObject({
      hasExpired: false,
      message: expect.stringContaining('expires soon (Jan  1 00:00:00 2120 GMT)') as string,
    });
    expect(getWarning(cert, expiresAt - 1)?.hasExpired).toBe(false);
    expect(getWarning(cert, expiresAt)).toMatchObject({
      hasExpired: true,
      message: expect.stringContaining('clients reject it') as string,
    });
  });

  it('logs the warning once a day until the certificate is renewed', async () => {
    const config = gatewayConfig.read({ ...required, ...files });
    const tls = (await readTls(config))!;
    const renewal = new TlsRenewal(config, [createServer(tls)], tls, 60_000);
    const logged: string[] = [];
    const [warn, error] = (['warn', 'error'] as const).map((level) =>
      jest.spyOn(Logger.prototype, level).mockImplementation((message: unknown) => {
        logged.push(`${level} ${String(message).split(' (')[0]}`);
      }),
    );
    const secondsLeft = async () => {
      const metric = register.getSingleMetric('postrider_certificate_left_seconds') as Gauge;
      return (await metric.get()).values[0]?.value;
    };
    const clock = jest.spyOn(Date, 'now');
    const expiresAt = Date.UTC(2120, 0, 1);
    for (const days of [-15, -10, -9.5, -8, 0, 0.5]) {
      clock.mockReturnValue(expiresAt + days * 86_400_000);
      await renewal.run();
      expect(await secondsLeft()).toBe(0 - days * 86_400);
    }
    await write(renewedCertificate);
    await renewal.run();
    for (const spy of [warn, error, clock]) spy?.mockRestore();
    expect(logged).toEqual([
      'warn the certificate expires soon',
      'warn the certificate expires soon',
      'error the certificate has expired',
    ]);
  });

  it.each([
    [{ TLS_KEY: '' }, 'TLS_CERT and TLS_KEY go together'],
    [{ TLS_CERT: '/nowhere/tls.crt' }, 'TLS_CERT and TLS_KEY cannot be used: ENOENT'],
  ])('fails to start with %j', async (change, message) => {
    const { TLS_KEY, ...rest } = { ...files, ...change };
    const config = gatewayConfig.read({ ...required, ...rest, ...(TLS_KEY ? { TLS_KEY } : {}) });
    await expect(readTls(config)).rejects.toThrow(message);
  });
});
