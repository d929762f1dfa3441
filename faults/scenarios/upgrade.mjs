// Two releases side by side: from the one before to this one and back, service by service, in any order.
import { freePorts } from '../../scripts/lib/ports.mjs';
import { Balancer } from '../balancer.mjs';
import { previousRelease } from '../previous-release.mjs';

/** @typedef {import('../scenario.mjs').Stage} Stage */

/** Those that a send needs are there twice, so that one of them can go; the others may be away for a moment. */
const twice = ['gateway', 'template', 'delivery', 'customer'];
/** Readiness goes off before anything else, and the balancer looks every 100 ms. */
const noticedMs = '1000';

const inAnyOrder = (/** @type {string[]} */ names) => names.toSorted(() => Math.random() - 0.5);

/** Sends go to whichever gateway is ready. */
async function balanced(/** @type {Stage} */ stage) {
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

/** One after the other, each ended in good order before it is started as the other release. */
async function becomes(/** @type {Stage} */ stage, /** @type {string | undefined} */ root) {
  const { installation, balancer } = stage;
  const order = inAnyOrder(installation.names);
  for (const name of order) {
    await installation.end(name, 'SIGTERM');
    if (root === undefined) delete installation.roots[name];
    else installation.roots[name] = root;
    await installation.startApp(name);
    // As a deployment waits for its load balancer before it goes on with the next one.
    if (balancer && installation.named('gateway').includes(name))
      await stage.until(`${name} behind the balancer`, () => balancer.knows(name));
  }
  stage.note(`${root === undefined ? 'this release' : stage.previous.name}: ${order.join(', ')}`);
}

const otherThan200 = (/** @type {Stage} */ { load }) =>
  [...load.answers].filter(([status]) => status !== 200).map(([status, count]) => `${count} answers were ${status}`);

/** @type {import('../scenario.mjs').Scenario[]} */
export const upgrade = [
  {
    name: 'upgrade',
    title: 'Upgrade to this release and back to the one before',
    how: 'each process ended with SIGTERM and started as the other release, in any order; gateway, template, delivery and customer are there twice, a balancer in front',
    async prepare(stage) {
      stage.previous = await previousRelease();
      const { root } = stage.previous;
      const [port] = await freePorts(1);
      const replicas = Object.fromEntries(twice.map((app) => [app, 2]));
      const environment = { SHUTDOWN_DELAY_MS: noticedMs };
      return { installation: { replicas, environment, environments: { 'gateway-2': { PORT: String(port) } }, root } };
    },
    begin: balanced,
    async inject(stage) {
      await becomes(stage, undefined);
      await becomes(stage, stage.previous.root);
    },
    check: otherThan200,
    end: ({ balancer }) => balancer?.close(),
  },
  {
    name: 'upgrade-standalone',
    title: 'Upgrade of all in one process, and back',
    how: 'the `memory:` transport; the process ended with SIGTERM and started as the other release, with nobody to answer in between',
    servers: (shared) =>
      Object.create(shared, { rabbitmq: { value: { ...shared.rabbitmq, appUrl: () => 'memory:' } } }),
    async prepare(stage) {
      stage.previous = await previousRelease();
      return { installation: { apps: ['standalone'], root: stage.previous.root } };
    },
    async inject(stage) {
      for (const root of [undefined, stage.previous.root]) {
        await becomes(stage, root);
        const { size } = stage.load.accepted;
        await stage.until('a send afterwards', () => stage.load.accepted.size > size);
      }
    },
    // Nobody listens, or who does is on the way out: no other answer is one to an upgrade.
    check: ({ load }) =>
      [...load.answers]
        .filter(([status]) => ![200, 503, 'none'].includes(status))
        .map(([status, count]) => `${count} answers were ${status}`),
  },
];
