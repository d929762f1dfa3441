// Sends per second and CPU time per send with one, two and four processes of each service, including delivery.
import { Balancer } from '../../faults/balancer.mjs';
import { appNames } from '../../scripts/lib/installation.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { byRole, cpuTimes, emptied } from '../cpu.mjs';
import { example, runLoad, withStack } from '../stack.mjs';
import { printTable, shown } from './table.mjs';

const services = appNames;
const warmUpSeconds = 5;
const servers = ['postgres', 'rabbitmq', 'load and mail server'];

export async function replicas(/** @type {boolean} */ small) {
  const rows = [];
  for (const count of small ? [1, 2] : [1, 2, 4]) rows.push(await measured(count, small ? 5 : 30));
  printTable([['processes of each', 'sends/s', 'p99', ...services, ...servers, 'together, ms per send'], ...rows]);
}

async function measured(/** @type {number} */ count, /** @type {number} */ seconds) {
  let row = /** @type {unknown[]} */ ([]);
  await withStack(async (stack) => {
    const sink = await stack.startSink();
    const ports = await freePorts(count - 1);
    const environments = Object.fromEntries(ports.map((port, n) => [`gateway-${n + 2}`, { PORT: String(port) }]));
    const postrider = await stack.startInstallation({
      smtpUrl: sink.url,
      replicas: Object.fromEntries(services.map((name) => [name, count])),
      environments,
    });
    const balancer = await Balancer.start(() =>
      postrider.named('gateway').map((name) => ({
        name,
        port: Number(environments[name]?.PORT ?? postrider.port),
        healthPort: postrider.healthPort(name),
      })),
    );
    const target = { port: balancer.port, liveKey: postrider.liveKey };
    const { id: template } = await postrider.post('/templates', example('template'));
    const body = { ...example('send'), template };
    const sql = await stack.connect();
    try {
      await runLoad(target, { body, seconds: warmUpSeconds });
      await emptied(sql);
      const before = cpuTimes(byRole);
      const load = await runLoad(target, { body, seconds });
      await emptied(sql);
      const after = cpuTimes(byRole);
      const per = (/** @type {(name: string) => boolean} */ fits) =>
        Object.entries(after)
          .filter(([name]) => fits(name))
          .reduce((sum, [name, ms]) => sum + ms - (before[name] ?? 0), load.cpuMs * Number(fits('load'))) /
        load.answered;
      row = [
        count,
        shown(load.perSecond),
        `${shown(load.p99)} ms`,
        ...services.map((name) => shown(per((each) => each === name))),
        shown(per((each) => each.startsWith('postgres'))),
        shown(per((each) => each === 'rabbitmq')),
        shown(per((each) => each === 'load' || each === 'sink')),
        shown(per(() => true)),
      ];
      if (load.failed > 0) console.log(`${load.failed} of ${load.answered + load.failed} sends failed`);
    } finally {
      await balancer.close();
    }
  });
  return row;
}
