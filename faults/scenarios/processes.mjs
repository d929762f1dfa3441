import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const two = { replicas: { delivery: 2 } };
/** Longer than the lease plus the wait after it, and longer than only the lease (`quick` in scenario.mjs). */
const frozenMs = 18_000;
const shortlyFrozenMs = 10_500;

const takenOver = async (/** @type {Stage} */ stage) => {
  const [{ count }] = await stage.sql(
    "select count(*)::int as count from delivery.log_events where type = 'failed_to_send'",
  );
  stage.note(`${count} taken over`);
  return count > 0 ? [] : ['the other process took over no email'];
};

/** @type {import('../scenario.mjs').Scenario[]} */
export const replicas = [
  {
    name: 'kill-replica',
    title: 'kill -9 of one of two deliveries',
    how: 'three times, alternating, restarted after 1 s',
    installation: two,
    async inject(stage) {
      for (const name of ['delivery', 'delivery-2', 'delivery']) {
        await stage.kill(name);
        await sleep(1_000);
        await stage.installation.startApp(name);
        await sleep(1_000);
      }
    },
    check: ({ inFlight }) => (inFlight > 0 ? [] : ['nothing was in flight at any kill']),
  },
  {
    name: 'zombie',
    title: 'A worker wakes after its lease',
    how: `SIGSTOP of one of two deliveries for ${frozenMs / 1_000} s while the other takes over its mail`,
    installation: two,
    async inject(stage) {
      // Slow enough that the process has leased email.
      stage.sink.replyAfterMs = 500;
      await sleep(2_000);
      stage.installation.signal('delivery', 'SIGSTOP');
      await stage.countInFlight();
      await sleep(frozenMs);
      stage.installation.signal('delivery', 'SIGCONT');
    },
    check: takenOver,
  },
  {
    name: 'zombie-answer',
    title: 'A worker wakes before its email is sent again',
    how: `SIGSTOP of one of two deliveries for ${shortlyFrozenMs / 1_000} s: its leases expire, the mail server's responses wait`,
    installation: two,
    async inject(stage) {
      stage.sink.replyAfterMs = 500;
      await sleep(2_000);
      stage.installation.signal('delivery', 'SIGSTOP');
      await sleep(shortlyFrozenMs);
      stage.installation.signal('delivery', 'SIGCONT');
    },
    check: takenOver,
  },
];

const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const kills = 3;

/** @type {import('../scenario.mjs').Scenario[]} */
export const processes = [
  ...apps.map((app) => ({
    name: `kill-${app}`,
    title: `kill -9 of ${app}`,
    how: `${kills} times, each restarted`,
    async inject(/** @type {Stage} */ stage) {
      for (let n = 0; n < kills; n += 1) {
        await stage.kill(app);
        await sleep(n * 1_000);
        await stage.installation.startApp(app);
        await sleep(1_500);
      }
    },
    check: (/** @type {Stage} */ { inFlight }) =>
      app !== 'delivery' || inFlight > 0 ? [] : ['nothing was in flight at any kill'],
  })),
  {
    name: 'stop',
    title: 'SIGTERM of each service',
    how: 'one after the other, each restarted',
    async inject(stage) {
      stage.exits = [];
      for (const app of apps) {
        stage.exits.push({ app, ...(await stage.installation.end(app, 'SIGTERM')) });
        await stage.installation.startApp(app);
      }
      const longestMs = Math.max(...stage.exits.map((/** @type {{ tookMs: number }} */ { tookMs }) => tookMs));
      stage.note(`exits within ${(longestMs / 1_000).toFixed(1)} s`);
    },
    check: ({ exits }) =>
      exits.flatMap((/** @type {{ app: string, code: number, tookMs: number }} */ { app, code, tookMs }) =>
        code === 0 && tookMs <= 30_000 ? [] : [`${app} ended with ${code} after ${tookMs} ms`],
      ),
  },
];
