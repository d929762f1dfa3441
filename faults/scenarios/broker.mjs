import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const awayMs = 20_000;

/** What is accepted needs no broker: every third mail is due while it is away. */
/** @type {Pick<import('../scenario.mjs').Scenario, 'prepare' | 'check'>} */
const needless = {
  prepare() {
    const due = new Map();
    return {
      extra(n) {
        if (n % 3 !== 0) return {};
        if (!due.has(n)) due.set(n, Math.floor(Date.now() / 1_000) + awayMs / 2_000);
        return { send_at: due.get(n) };
      },
    };
  },
  check: ({ meanwhile }) => (meanwhile > 0 ? [] : ['no accepted mail left meanwhile']),
};

async function whileAway(/** @type {Stage} */ stage) {
  const before = stage.sink.accepted;
  await sleep(awayMs);
  stage.meanwhile = stage.sink.accepted - before;
  stage.note(`${stage.meanwhile} accepted mails delivered meanwhile`);
}

/** @type {import('../scenario.mjs').Scenario[]} */
export const broker = [
  {
    ...needless,
    name: 'broker-stopped',
    title: 'RabbitMQ stopped',
    how: `rabbitmqctl stop_app, start_app after ${awayMs / 1_000} s`,
    async inject(stage) {
      await stage.servers.rabbitmqctl('stop_app');
      await whileAway(stage);
      await stage.servers.rabbitmqctl('start_app');
    },
  },
  {
    ...needless,
    name: 'broker-frozen',
    title: 'RabbitMQ frozen',
    how: `SIGSTOP for ${awayMs / 1_000} s`,
    async inject(stage) {
      process.kill(/** @type {number} */ (stage.servers.rabbitmq.pid), 'SIGSTOP');
      await whileAway(stage);
      process.kill(/** @type {number} */ (stage.servers.rabbitmq.pid), 'SIGCONT');
    },
  },
  {
    name: 'broker-killed',
    title: 'kill -9 of RabbitMQ',
    how: 'started again after 3 s',
    inject: (stage) => stage.servers.killRabbitmq(3_000),
  },
  {
    name: 'broker-queues',
    title: 'Every queue deleted',
    how: 'three times, with whatever was in them',
    // An event that had left the outbox and was in a queue is gone with it: reports may count too little, mail is not concerned.
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
    ...needless,
    name: 'broker-memory',
    title: 'RabbitMQ out of memory',
    how: `memory alarm for ${awayMs / 1_000} s: it takes no message from publishers`,
    async inject(stage) {
      await stage.servers.rabbitmqctl('set_vm_memory_high_watermark', '0.00001');
      await whileAway(stage);
      await stage.servers.rabbitmqctl('set_vm_memory_high_watermark', '0.4');
    },
  },
];
