// A TCP load balancer with health checks: passes each connection to the next ready gateway.
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getPort } from '../scripts/lib/ports.mjs';

const healthCheckMs = 100;

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {{ name: string, port: number, healthPort: number | undefined }} Backend
 */

export class Balancer {
  /** @type {Map<string, number>} connections by backend */
  connections = new Map();
  /** @type {Backend[]} */
  ready = [];
  port = 0;
  ended = false;
  /** @type {Promise<void> | undefined} */
  watching;
  /** @type {import('node:net').Server} */
  server;

  /** @param {() => Backend[]} backends the current backends */
  constructor(backends) {
    this.backends = backends;
  }

  static async start(/** @type {() => Backend[]} */ backends) {
    const balancer = new Balancer(backends);
    balancer.ready = backends();
    balancer.server = createServer((client) => balancer.pass(client.on('error', () => client.destroy())));
    await new Promise((resolve) => balancer.server.listen(0, '127.0.0.1', () => resolve(undefined)));
    balancer.port = getPort(balancer.server);
    balancer.watching = balancer.watch();
    return balancer;
  }

  async watch() {
    while (!this.ended) {
      const all = this.backends();
      const responses = await Promise.all(all.map(({ healthPort }) => isReady(healthPort)));
      this.ready = all.filter((_, n) => responses[n]);
      await sleep(healthCheckMs);
    }
  }

  pass(/** @type {Socket} */ client) {
    const backend = this.ready.shift();
    if (backend === undefined) {
      client.destroy();
      return;
    }
    this.ready.push(backend);
    const server = connect(backend.port, '127.0.0.1');
    // The backend is gone and nothing was sent: try the next one.
    const rejected = () => {
      this.ready = this.ready.filter(({ name }) => name !== backend.name);
      this.pass(client);
    };
    server.once('error', rejected);
    server.once('connect', () => {
      server.off('error', rejected);
      this.join(backend, client, server);
    });
  }

  /**
   * @param {Backend} backend
   * @param {Socket} client
   * @param {Socket} server
   */
  join({ name }, client, server) {
    this.connections.set(name, (this.connections.get(name) ?? 0) + 1);
    for (const [from, to] of /** @type {const} */ ([
      [client, server],
      [server, client],
    ])) {
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }

  /** Whether the backend gets connections. */
  isReady(/** @type {string} */ name) {
    return this.ready.some((backend) => backend.name === name);
  }

  async close() {
    this.ended = true;
    await this.watching;
    await new Promise((resolve) => {
      this.server.close(resolve);
      setTimeout(resolve, 1_000).unref();
    });
  }
}

async function isReady(/** @type {number | undefined} */ port) {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  return response?.ok === true;
}

/** Puts a balancer in front of the gateways. */
export async function startBalancer(/** @type {import('./scenario.mjs').Stage} */ stage) {
  const { installation, load } = stage;
  stage.balancer = await Balancer.start(() =>
    installation.named('gateway').map((name) => ({
      name,
      port: Number(installation.environments[name]?.PORT ?? installation.port),
      healthPort: installation.healthPort(name),
    })),
  );
  load.target = { api: `http://127.0.0.1:${stage.balancer.port}/api/v1`, headers: installation.headers };
}
