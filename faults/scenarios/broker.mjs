import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { BrokerCluster } from '../broker-cluster.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const nodeDownMs = 12_000;

/** These scenarios share one cluster, each with its own virtual host. */
async function clustered(/** @type {import('../scenario.mjs').Servers} */ shared) {
  shared.brokers ??= await BrokerCluster.start(join(shared.directory, 'brokers'));
  const { brokers } = shared;
  const servers = Object.create(shared);
  Object.defineProperty(servers, 'rabbitmq', {
    get: () => ({ ...brokers.nodes.get('one'), appUrl: (/** @type {string} */ vhost) => brokers.getUrl(vhost) }),
  });
  return servers;
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} how
 * @param {(stage: Stage, cluster: BrokerCluster) => Promise<void>} inject
 * @returns {import('../scenario.mjs').Scenario}
 */
const createScenario = (name, title, how, inject, acceptsMail = true) => ({
  name: `cluster-${name}`,
  title,
  how,
  servers: clustered,
  // A quorum queue confirms with its majority. The outbox republishes messages that the leader had not replicated.
  async inject(stage) {
    const before = stage.load.accepted.size;
    await inject(stage, /** @type {BrokerCluster} */ (stage.servers.brokers));
    stage.meanwhile = stage.load.accepted.size - before;
    stage.note(`${stage.meanwhile} accepted meanwhile`);
  },
  check: ({ meanwhile }) => (meanwhile > 0 || !acceptsMail ? [] : ['no send was accepted meanwhile']),
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const brokers = [
  createScenario(
    'node',
    'One of three RabbitMQ nodes killed',
    `restarted after ${nodeDownMs / 1_000} s`,
    async (_, cluster) => {
      await cluster.kill('one');
      await sleep(nodeDownMs);
      await cluster.startNode('one');
    },
  ),
  createScenario(
    'majority',
    'Two of three RabbitMQ nodes killed',
    `restarted after ${nodeDownMs / 1_000} s`,
    async (_, cluster) => {
      await Promise.all([cluster.kill('one'), cluster.kill('two')]);
      await sleep(nodeDownMs);
      await Promise.all([cluster.startNode('one'), cluster.startNode('two')]);
    },
    // A quorum queue needs two of three nodes, and pause_minority stops the remaining one.
    false,
  ),
  createScenario(
    'partition',
    'A RabbitMQ node cut off from the others',
    `pause_minority; healed after ${nodeDownMs / 1_000} s`,
    async (_, cluster) => {
      await cluster.cutOff('one');
      await sleep(nodeDownMs);
      await cluster.heal('one');
    },
  ),
  createScenario('rolling', 'RabbitMQ nodes restarted one after the other', 'with SIGTERM', async (_, cluster) => {
    for (const name of [...cluster.nodes.keys()]) {
      await cluster.end(name);
      await cluster.startNode(name);
    }
  }),
];

const downMs = 20_000;

/** Sending accepted email needs no broker: every third email is due while it is down. */
/** @type {Pick<import('../scenario.mjs').Scenario, 'prepare' | 'check'>} */
const brokerless = {
  prepare() {
    const due = new Map();
    return {
      extra(n) {
        if (n % 3 !== 0) return {};
        if (!due.has(n)) due.set(n, Math.floor(Date.now() / 1_000) + downMs / 2_000);
        return { send_at: due.get(n) };
      },
    };
  },
  check: ({ meanwhile }) => (meanwhile > 0 ? [] : ['no accepted email was delivered meanwhile']),
};

async function whileDown(/** @type {Stage} */ stage) {
  const before = stage.sink.accepted;
  await sleep(downMs);
  stage.meanwhile = stage.sink.accepted - before;
  stage.note(`${stage.meanwhile} delivered meanwhile`);
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const broker = [
  {
    ...brokerless,
    name: 'broker-stopped',
    title: 'RabbitMQ stopped',
    how: `for ${downMs / 1_000} s`,
    async inject(stage) {
      await stage.servers.rabbitmqctl('stop_app');
      await whileDown(stage);
      await stage.servers.rabbitmqctl('start_app');
    },
  },
  {
    ...brokerless,
    name: 'broker-frozen',
    title: 'RabbitMQ frozen',
    how: `SIGSTOP for ${downMs / 1_000} s`,
    async inject(stage) {
      process.kill(/** @type {number} */ (stage.servers.rabbitmq.pid), 'SIGSTOP');
      await whileDown(stage);
      process.kill(/** @type {number} */ (stage.servers.rabbitmq.pid), 'SIGCONT');
    },
  },
  {
    name: 'broker-killed',
    title: 'kill -9 of RabbitMQ',
    how: 'restarted after 3 s',
    inject: (stage) => stage.servers.killRabbitmq(3_000),
  },
  {
    name: 'broker-queues',
    title: 'Every queue deleted',
    how: 'three times, with their messages',
    // Events in a deleted queue are lost: statistics may count too little, but email is unaffected.
    expected: { eventsMayBeLost: true },
    async inject(stage) {
      for (let n = 0; n < 3; n += 1) {
        for (const { name } of await stage.queues())
          await stage.servers.manage('DELETE', `/queues/${stage.place}/${name}`);
        await sleep(4_000);
      }
    },
  },
  {
    ...brokerless,
    name: 'broker-memory',
    title: 'RabbitMQ out of memory',
    how: `memory alarm for ${downMs / 1_000} s, which blocks publishers`,
    async inject(stage) {
      await stage.servers.rabbitmqctl('set_vm_memory_high_watermark', '0.00001');
      await whileDown(stage);
      await stage.servers.rabbitmqctl('set_vm_memory_high_watermark', '0.4');
    },
  },
];
