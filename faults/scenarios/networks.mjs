// Network faults between the apps and their servers: slow, lossy, narrow, cut one way.
import { setTimeout as sleep } from 'node:timers/promises';
import { Network } from '../network.mjs';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const host = 'mail.provider.example';
const known = `127.0.0.1 localhost\n127.0.0.1 ${host}\n`;
const unknown = '127.0.0.1 localhost\n';
/** A loopback address without a DNS server. With `silent`, a socket there receives queries but never responds. */
const resolver = '127.53.53.53';
const withoutNameMs = 15_000;

/**
 * @type {(of: { name: string, title: string, how: string, silent?: boolean }) => import('../scenario.mjs').Scenario}
 */
const nameless = ({ name, title, how, silent }) => ({
  name: `provider-${name}`,
  title,
  how: `${how} for ${withoutNameMs / 1_000} s, connections closed`,
  async prepare(stage) {
    const directory = join(stage.servers.directory, `${stage.place}-names`);
    const [hosts, resolv] = [join(directory, 'hosts'), join(directory, 'resolv.conf')];
    mkdirSync(directory);
    writeFileSync(hosts, known);
    writeFileSync(resolv, `nameserver ${resolver}\n`);
    stage.names = { directory, is: (/** @type {string} */ text) => writeFileSync(hosts, text) };
    if (silent) {
      stage.names.resolver = createSocket('udp4').bind(53, resolver);
      await once(stage.names.resolver, 'listening');
    }
    const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolv} /etc/resolv.conf`;
    return {
      installation: {
        environment: { DEFAULT_SMTP_URL: `smtp://${host}:${stage.sink.port}` },
        commandPrefix: (app) =>
          app === 'delivery' ? ['unshare', '-m', 'sh', '-c', `${mounts} && exec "$0" "$@"`] : [],
      },
    };
  },
  async inject(stage) {
    stage.names.is(unknown);
    stage.inFlight += stage.sink.unanswered;
    stage.sink.dropConnections();
    const { accepted } = stage.sink;
    const before = stage.load.accepted.size;
    await sleep(withoutNameMs);
    stage.met = stage.sink.accepted === accepted;
    stage.note(`${stage.load.accepted.size - before} accepted meanwhile`);
    stage.names.is(known);
    const start = Date.now();
    await stage.until('an email afterwards', () => stage.sink.accepted > accepted, 60_000);
    stage.note(`sends ${((Date.now() - start) / 1_000).toFixed(1)} s afterwards`);
  },
  check: ({ met }) => (met ? [] : ['email was sent without the name']),
  end({ names }) {
    names?.resolver?.close();
    if (names) rmSync(names.directory, { recursive: true });
  },
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const names = [
  nameless({ name: 'nameless', title: "The provider's name is not found", how: 'the resolver refuses' }),
  nameless({
    name: 'name-silent',
    title: "The resolver does not answer for the provider's name",
    how: 'the resolver is silent',
    silent: true,
  }),
];

/** @typedef {import('../scenario.mjs').Stage} Stage */

const forMs = 15_000;
const toPostgres = (/** @type {Stage} */ stage) => stage.servers.networks.postgres;
const toBroker = (/** @type {Stage} */ stage) => stage.servers.networks.broker;

/** A simulated network to PostgreSQL and another to RabbitMQ. */
async function networked(/** @type {import('../scenario.mjs').Servers} */ shared) {
  const servers = Object.create(shared);
  const { postgres, rabbitmq } = shared;
  const networks = {
    postgres: await Network.to(postgres.port),
    broker: await Network.to(Number(new URL(rabbitmq.amqpUrl).port)),
  };
  servers.networks = networks;
  servers.postgres = {
    ...postgres,
    getAppUrl: (/** @type {string} */ name) => networks.postgres.url(postgres.getUrl(name)),
  };
  servers.rabbitmq = {
    ...rabbitmq,
    appUrl: (/** @type {string} */ vhost) => networks.broker.url(`${rabbitmq.amqpUrl}/${vhost}`),
  };
  servers.stopOwn = () => Promise.all(Object.values(networks).map((network) => network.close()));
  return servers;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} how
 * @param {(stage: Stage) => Network[]} between
 * @param {Partial<Network['conditions']>} conditions
 * @returns {import('../scenario.mjs').Scenario}
 */
const during = (name, title, how, between, conditions) => ({
  name: `network-${name}`,
  title,
  how: `${how}, for ${forMs / 1_000} s`,
  servers: networked,
  installation: { environment: { LEASE_SECONDS: '40' } },
  async inject(stage) {
    const networks = between(stage);
    const before = stage.load.accepted.size;
    for (const network of networks) network.set(conditions);
    await sleep(forMs);
    for (const network of networks) network.set();
    const start = Date.now();
    const { size } = stage.load.accepted;
    await stage.until('a send afterwards', () => stage.load.accepted.size > size, 45_000);
    stage.note(
      `${size - before} accepted meanwhile, the next ${((Date.now() - start) / 1_000).toFixed(1)} s afterwards`,
    );
  },
});

const both = (/** @type {Stage} */ stage) => [toPostgres(stage), toBroker(stage)];

/** @type {import('../scenario.mjs').Scenario[]} */
export const networks = [
  during('slow', 'Slow networks', '200 ms each way to PostgreSQL and RabbitMQ', both, { delayMs: 200 }),
  during('lossy', 'Lossy networks', '5 % lost and resent after 200 ms, to PostgreSQL and RabbitMQ', both, {
    loss: 0.05,
  }),
  during('narrow', 'Narrow networks', '64 KB/s each way and connection, to PostgreSQL and RabbitMQ', both, {
    bytesPerSecond: 64 * 1024,
  }),
  during('postgres-deaf', 'PostgreSQL cut off one way', 'its responses are lost', (stage) => [toPostgres(stage)], {
    cut: new Set(['back']),
  }),
  during('postgres-gone', 'PostgreSQL cut off', 'both ways, connections stay open', (stage) => [toPostgres(stage)], {
    cut: new Set(['out', 'back']),
  }),
  during('broker-deaf', 'RabbitMQ cut off one way', 'its messages are lost', (stage) => [toBroker(stage)], {
    cut: new Set(['back']),
  }),
];
