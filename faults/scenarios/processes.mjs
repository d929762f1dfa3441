import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('../scenario.mjs').Stage} Stage */

const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const kills = 3;

/** @type {import('../scenario.mjs').Scenario[]} */
export const processes = [
  ...apps.map((app) => ({
    name: `kill-${app}`,
    title: `kill -9 of ${app}`,
    how: `${kills} times under load, started again after 0, 1 and 2 s`,
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
    how: 'one after the other under load, each started again after its exit',
    async inject(stage) {
      stage.exits = [];
      for (const app of apps) {
        stage.exits.push({ app, ...(await stage.installation.end(app, 'SIGTERM')) });
        await stage.installation.startApp(app);
      }
      stage.note(
        `exits after ${stage.exits.map((/** @type {{ app: string, tookMs: number }} */ { app, tookMs }) => `${app} ${(tookMs / 1_000).toFixed(1)}`).join(', ')} s`,
      );
    },
    check: ({ exits }) =>
      exits.flatMap((/** @type {{ app: string, code: number, tookMs: number }} */ { app, code, tookMs }) =>
        code === 0 && tookMs <= 30_000 ? [] : [`${app} ended with ${code} after ${tookMs} ms`],
      ),
  },
];
