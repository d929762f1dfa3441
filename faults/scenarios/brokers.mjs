// RabbitMQ of three nodes, and what can happen to some of them.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokerCluster } from '../broker-cluster.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const awayMs = 12_000;

/** The cluster is one for all of these scenarios, each in a virtual host of its own. */
async function clustered(/** @type {import('../scenario.mjs').Servers} */ shared) {
  shared.brokers ??= await BrokerCluster.start(join(shared.directory, 'brokers'));
  const { brokers } = shared;
  const servers = Object.create(shared);
  Object.defineProperty(servers, 'rabbitmq', {
    get: () => ({ ...brokers.nodes.get('one'), appUrl: (/** @type {string} */ vhost) => brokers.urlOf(vhost) }),
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
const faultOf = (name, title, how, inject, goesOn = true) => ({
  name: `cluster-${name}`,
  title,
  how,
  servers: clustered,
  // A quorum queue answers when most of it does: what its leader had taken and not passed on is published again by the outbox.
  async inject(stage) {
    const before = stage.load.accepted.size;
    await inject(stage, /** @type {BrokerCluster} */ (stage.servers.brokers));
    stage.meanwhile = stage.load.accepted.size - before;
    stage.note(`${stage.meanwhile} accepted meanwhile`);
  },
  check: ({ meanwhile }) => (meanwhile > 0 || !goesOn ? [] : ['no send was accepted meanwhile']),
});

/** @type {import('../scenario.mjs').Scenario[]} */
export const brokers = [
  faultOf(
    'node',
    'One of three RabbitMQ nodes killed',
    `kill -9 of the first, started again after ${awayMs / 1_000} s`,
    async (_, cluster) => {
      await cluster.kill('one');
      await sleep(awayMs);
      await cluster.startNode('one');
    },
  ),
  faultOf(
    'majority',
    'Two of three RabbitMQ nodes killed',
    `kill -9 of the first and the second, started again after ${awayMs / 1_000} s`,
    async (_, cluster) => {
      await Promise.all([cluster.kill('one'), cluster.kill('two')]);
      await sleep(awayMs);
      await Promise.all([cluster.startNode('one'), cluster.startNode('two')]);
    },
    // A quorum queue needs two of three, and so does the one that is left under pause_minority.
    false,
  ),
  faultOf(
    'partition',
    'A RabbitMQ node cut off from the others',
    `pause_minority; healed after ${awayMs / 1_000} s`,
    async (_, cluster) => {
      await cluster.cutOff('one');
      await sleep(awayMs);
      await cluster.heal('one');
    },
  ),
  faultOf(
    'rolling',
    'RabbitMQ nodes restarted one after the other',
    'SIGTERM, each started again after its exit',
    async (_, cluster) => {
      for (const name of [...cluster.nodes.keys()]) {
        await cluster.end(name);
        await cluster.startNode(name);
      }
    },
  ),
];
