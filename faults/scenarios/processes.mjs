import { setTimeout as sleep } from 'node:timers/promises';

const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const kills = 3;

export const processes = [
  ...apps.map((app) => ({
    name: `kill-${app}`,
    title: `kill -9 of ${app}`,
    how: `${kills} times under load, started again after 0, 1 and 2 s`,
    async inject(stage) {
      for (let n = 0; n < kills; n += 1) {
        await stage.kill(app);
        await sleep(n * 1_000);
        await stage.installation.startApp(app);
        await sleep(1_500);
      }
    },
  })),
  ...apps.map((app) => ({
    name: `stop-${app}`,
    title: `SIGTERM of ${app}`,
    how: 'under load, started again after its exit',
    async inject(stage) {
      const { code, tookMs } = await stage.installation.end(app, 'SIGTERM');
      stage.note(`exit ${code} after ${(tookMs / 1_000).toFixed(1)} s`);
      stage.exit = { code, tookMs };
      await stage.installation.startApp(app);
    },
    check: ({ exit: { code, tookMs } }) => [...(code === 0 ? [] : [`exit code ${code}`]), ...(tookMs <= 30_000 ? [] : [`stopped only after ${tookMs} ms`])],
  })),
];
