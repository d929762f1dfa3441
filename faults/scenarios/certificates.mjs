// Certificates in use that expire: that of a mail server, and that of the API.
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePorts, getPort } from '../../scripts/lib/ports.mjs';
import { Authority } from '../certificates.mjs';
import { SmtpSink } from '../fakes.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const lastsMs = 4_000;
const forMs = 15_000;
/** The gateway checks its files every 10 s. */
const reloadMs = 12_000;
const tomorrow = () => Date.now() + 86_400_000;

const getSecureServer = (/** @type {Stage} */ { sink }) => sink['server'];

function createAuthority(/** @type {Stage} */ stage) {
  stage.authority = new Authority(join(stage.servers.directory, `${stage.place}-certificates`));
  return stage.authority;
}

const removeFiles = (/** @type {Stage} */ { authority }) =>
  authority && rmSync(authority.directory, { recursive: true, force: true });

/** A proxy that calls the API over TLS and verifies its certificate; plain HTTP for the load. */
class Verifier {
  rejected = 0;
  /** @type {Set<import('node:net').Socket>} */
  open = new Set();
  /** @type {import('node:net').Server} */
  server;

  static async start(/** @type {number} */ port, /** @type {Buffer} */ ca) {
    const verifier = new Verifier();
    verifier.server = createServer((near) => {
      verifier.open.add(near);
      near.once('close', () => verifier.open.delete(near));
      const far = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
      far.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
        if (code === 'CERT_HAS_EXPIRED') verifier.rejected += 1;
        near.destroy();
      });
      near.on('error', () => far.destroy());
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      far.once('secureConnect', () => near.pipe(far).pipe(near));
    });
    verifier.server.listen(0, '127.0.0.1');
    await once(verifier.server, 'listening');
    return verifier;
  }

  get port() {
    return getPort(this.server);
  }

  /** Closes all connections, so that new ones verify the current certificate. */
  hangUp() {
    for (const near of this.open) near.destroy();
  }

  close() {
    this.server.close();
    this.hangUp();
  }
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const certificates = [
  {
    name: 'provider-certificate',
    title: "The mail server's certificate expires",
    how: `in use, connections closed, renewed after ${forMs / 1_000} s`,
    async prepare(stage) {
      const authority = createAuthority(stage);
      await stage.sink.close();
      stage.sink = await SmtpSink.start({ tls: 'implicit' });
      stage.sink.replyAfterMs = 100;
      getSecureServer(stage).updateSecureContext(authority.until(tomorrow()));
      return {
        installation: {
          environment: { DEFAULT_SMTP_URL: `smtps://localhost:${stage.sink.port}`, SMTP_CA_FILE: authority.file },
        },
      };
    },
    async inject(stage) {
      const { sink, authority, load } = stage;
      getSecureServer(stage).updateSecureContext(authority.until(Date.now() + lastsMs));
      await sleep(lastsMs + 1_000);
      stage.inFlight += sink.unanswered;
      sink.dropConnections();
      const { accepted } = sink;
      const before = load.accepted.size;
      await sleep(forMs);
      stage.sentMeanwhile = sink.accepted - accepted;
      stage.note(`${load.accepted.size - before} accepted meanwhile`);
      getSecureServer(stage).updateSecureContext(authority.until(tomorrow()));
      const startedAt = Date.now();
      await stage.until('an email afterwards', () => sink.accepted > accepted + stage.sentMeanwhile, 60_000);
      stage.note(`sends ${((Date.now() - startedAt) / 1_000).toFixed(1)} s afterwards`);
    },
    async check(stage) {
      const [{ mentions }] = await stage.sql(
        "select count(*)::int as mentions from delivery.log_events where message like '%certificate has expired%'",
      );
      return [
        ...(stage.sentMeanwhile > 0
          ? [`${stage.sentMeanwhile} emails went to a server whose certificate has expired`]
          : []),
        ...(mentions === 0 ? ['no log mentions the expired certificate'] : []),
      ];
    },
    end: removeFiles,
  },
  {
    name: 'certificate',
    title: "The API's own certificate expires",
    how: `in use, its files renewed after ${forMs / 1_000} s`,
    async prepare(stage) {
      const authority = createAuthority(stage);
      const [TLS_CERT, TLS_KEY] = ['tls.crt', 'tls.key'].map((name) => join(authority.directory, name));
      stage.show = (/** @type {ReturnType<Authority['until']>} */ { cert, key }) => {
        writeFileSync(TLS_KEY, key);
        writeFileSync(TLS_CERT, cert);
      };
      stage.show(authority.until(tomorrow()));
      [stage.securePort] = await freePorts(1);
      const secure = { PORT: String(stage.securePort), TLS_CERT, TLS_KEY };
      return { installation: { replicas: { gateway: 2 }, environments: { 'gateway-2': secure } } };
    },
    async begin(stage) {
      const { installation, load, authority } = stage;
      stage.verifier = await Verifier.start(stage.securePort, readFileSync(authority.file));
      load.target = { api: `http://127.0.0.1:${stage.verifier.port}/api/v1`, headers: installation.headers };
    },
    async inject(stage) {
      const { verifier, authority, load } = stage;
      stage.show(authority.until(Date.now() + reloadMs + lastsMs));
      await sleep(reloadMs + lastsMs);
      verifier.hangUp();
      await stage.until('the end of the certificate', () => verifier.rejected > 0);
      await sleep(forMs);
      const { size } = load.accepted;
      stage.show(authority.until(tomorrow()));
      const startedAt = Date.now();
      await stage.until('a send afterwards', () => load.accepted.size > size, 60_000);
      stage.note(
        `${verifier.rejected} connections refused by callers; accepts ${((Date.now() - startedAt) / 1_000).toFixed(1)} s afterwards`,
      );
    },
    check(stage) {
      const log = readFileSync(join(stage.servers.directory, `${stage.place}.log`), 'utf8');
      return /certificate .*expired/.test(log) ? [] : ['the gateway does not log that its certificate has expired'];
    },
    end(stage) {
      stage.verifier?.close();
      removeFiles(stage);
    },
  },
];
