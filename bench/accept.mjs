// Accepted sends per second through gateway, RabbitMQ, delivery and PostgreSQL, compared with an echo through the same
// gateway and broker. Once with email due in an hour (acceptance alone), once due now (acceptance with delivery).
import { once } from 'node:events';
import { cpuLine, withCpu } from './cpu.mjs';
import { example, median, perSecond, runLoad, withStack } from './stack.mjs';

const rounds = 3;
const seconds = 6;

await withStack(async (stack) => {
  const sink = await stack.startSink();
  const real = await stack.startInstallation({ smtpUrl: sink.url });
  const echoVhost = await stack.vhost('echo');
  const echo = await stack.startInstallation({ amqpUrl: echoVhost, smtpUrl: sink.url, apps: ['gateway'] });
  const answerer = await stack.startScript('echo-delivery.mjs', { AMQP_URL: echoVhost });
  await once(answerer.child, 'message');
  const { id: template } = await real.post('/templates', example('template'));
  const now = { ...example('send'), template };
  const later = { ...now, send_at: Math.floor(Date.now() / 1000) + 3600 };

  /** @type {Record<string, import('./cpu.mjs').Measured[]>} */
  const runs = { echo: [], accept: [], both: [] };
  const load = (/** @type {Target} */ installation, /** @type {unknown} */ body) =>
    withCpu(() => runLoad(installation, { body, seconds }));
  await load(echo, later);
  await load(real, later);
  for (let round = 0; round < rounds; round += 1) {
    runs.echo.push(await load(echo, later));
    runs.accept.push(await load(real, later));
  }
  runs.both.push(await load(real, now));

  const rate = (/** @type {string} */ name) => median(runs[name].map((run) => run.perSecond));
  const failed = Object.values(runs)
    .flat()
    .reduce((sum, run) => sum + run.failed, 0);
  console.log(`echo            ${perSecond(rate('echo'))}`);
  console.log(
    `accept          ${perSecond(rate('accept'))}   ratio ${(rate('accept') / rate('echo')).toFixed(2)} (goal 0.6)`,
  );
  console.log(`accept+deliver  ${perSecond(rate('both'))}   ratio ${(rate('both') / rate('echo')).toFixed(2)}`);
  console.log('CPU time per request in ms, including all follow-up work:');
  for (const [name, of] of Object.entries(runs)) console.log(`${name.padEnd(16)}${cpuLine(of[of.length - 1].cpu)}`);
  console.log(`64 connections, ${rounds} rounds of ${seconds} s, medians; ${failed} requests failed`);
});
