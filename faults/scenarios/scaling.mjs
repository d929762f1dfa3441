// Scaling up and down under load.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { startBalancer } from '../balancer.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const apps = ['template', 'delivery', 'tracking', 'customer', 'drip'];
const shareAfterMs = 10_000;
/** Minimum share of the average per process. */
const minShare = 0.5;

/** Emails sent by each delivery process. */
async function sentBy(/** @type {Stage} */ { installation }) {
  /** @type {Counts} */
  const counts = new Map();
  for (const name of installation.named('delivery')) {
    const response = await fetch(`http://127.0.0.1:${installation.healthPort(name)}/metrics`);
    const lines = (await response.text()).matchAll(/^postrider_attempts_total\{[^}]*outcome="sent"[^}]*\} (\d+)/gm);
    counts.set(
      name,
      [...lines].reduce((sum, [, count]) => sum + Number(count), 0),
    );
  }
  return counts;
}

/** @typedef {Map<string, number>} Counts */

const since = (/** @type {Counts} */ now, /** @type {Counts} */ before) =>
  new Map([...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
const describe = (/** @type {Counts} */ counts) => [...counts].map(([name, count]) => `${name} ${count}`).join(', ');

function uneven(/** @type {Counts} */ counts) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].filter(([, count]) => count < (minShare * all) / counts.size);
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const scaling = [
  {
    name: 'scaling',
    title: 'A delivery added and removed',
    how: 'beside two replicas of each service; then SIGTERM to it and a gateway',
    async prepare() {
      const [port] = await freePorts(1);
      const replicas = { ...Object.fromEntries(apps.map((app) => [app, 2])), gateway: 2, delivery: 3 };
      return {
        installation: {
          replicas,
          environment: { SHUTDOWN_DELAY_MS: '1000' },
          environments: { 'gateway-2': { PORT: String(port) } },
        },
      };
    },
    begin: startBalancer,
    async inject(stage) {
      const { installation } = stage;
      await installation.end('delivery-3', 'SIGTERM');
      await sleep(3_000);
      await installation.startApp('delivery-3');
      const added = await sentBy(stage);
      await sleep(shareAfterMs);
      const shares = since(await sentBy(stage), added);
      stage.note(`sent in 10 s by ${describe(shares)}`);
      stage.uneven = uneven(shares).map(([name, count]) => `${name} sent only ${count}`);
      await installation.end('gateway-2', 'SIGTERM');
      await installation.end('delivery-3', 'SIGTERM');
      await sleep(3_000);
      await installation.startApp('gateway-2');
      await installation.startApp('delivery-3');
      stage.note(`connections to ${describe(stage.balancer.connections)}`);
    },
    check: ({ uneven: shares, load }) => [
      ...shares,
      ...[...load.responses]
        .filter(([status]) => status !== 200)
        .map(([status, count]) => `${count} responses were ${status}`),
    ],
    end: ({ balancer }) => balancer?.close(),
  },
];
