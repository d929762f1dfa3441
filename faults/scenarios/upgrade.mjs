// Two releases side by side: upgrade and downgrade, process by process in random order.
import { freePorts } from '../../scripts/lib/ports.mjs';
import { startBalancer } from '../balancer.mjs';
import { previousRelease } from '../previous-release.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

/** Services that a send needs have two replicas; the others may be down briefly. */
const twice = ['gateway', 'template', 'delivery', 'customer'];
/** Readiness turns false first, and the balancer checks it every 100 ms. */
const noticedMs = '1000';

const shuffled = (/** @type {string[]} */ names) => names.toSorted(() => Math.random() - 0.5);

/** Stops each process gracefully and starts it as the other release, one after the other. */
async function switchRelease(/** @type {Stage} */ stage, /** @type {string | undefined} */ root) {
  const { installation, balancer } = stage;
  const order = shuffled(installation.names);
  for (const name of order) {
    await installation.end(name, 'SIGTERM');
    if (root === undefined) delete installation.roots[name];
    else installation.roots[name] = root;
    await installation.startApp(name);
    // Waits for the load balancer, like a rolling deployment.
    if (balancer && installation.named('gateway').includes(name))
      await stage.until(`${name} behind the balancer`, () => balancer.isReady(name));
  }
  if (root !== undefined) stage.note(`previous release ${stage.previous.name}`);
  stage.log.write(`order of the replacement: ${order.join(', ')}\n`);
}

const otherThan200 = (/** @type {Stage} */ { load }) =>
  [...load.responses]
    .filter(([status]) => status !== 200)
    .map(([status, count]) => `${count} responses were ${status}`);

/** @type {import('../scenario.mjs').Scenario[]} */
export const upgrade = [
  {
    name: 'upgrade',
    title: 'Upgrade to this release and downgrade',
    how: 'each process replaced in random order, with two replicas of gateway, template, delivery and customer',
    async prepare(stage) {
      stage.previous = await previousRelease();
      const { root } = stage.previous;
      const [port] = await freePorts(1);
      const replicas = Object.fromEntries(twice.map((app) => [app, 2]));
      const environment = { SHUTDOWN_DELAY_MS: noticedMs };
      return { installation: { replicas, environment, environments: { 'gateway-2': { PORT: String(port) } }, root } };
    },
    begin: startBalancer,
    async inject(stage) {
      await switchRelease(stage, undefined);
      await switchRelease(stage, stage.previous.root);
    },
    check: otherThan200,
    end: ({ balancer }) => balancer?.close(),
  },
  {
    name: 'upgrade-standalone',
    title: 'Upgrade of the standalone process, and downgrade',
    how: 'the process replaced, with the `memory:` transport',
    servers: (shared) =>
      Object.create(shared, { rabbitmq: { value: { ...shared.rabbitmq, appUrl: () => 'memory:' } } }),
    async prepare(stage) {
      stage.previous = await previousRelease();
      return { installation: { apps: ['standalone'], root: stage.previous.root } };
    },
    async inject(stage) {
      for (const root of [undefined, stage.previous.root]) {
        await switchRelease(stage, root);
        const { size } = stage.load.accepted;
        await stage.until('a send afterwards', () => stage.load.accepted.size > size);
      }
    },
    // During the restart the only permitted errors are no connection and 503.
    check: ({ load }) =>
      [...load.responses]
        .filter(([status]) => ![200, 503, 'none'].includes(status))
        .map(([status, count]) => `${count} responses were ${status}`),
  },
];
