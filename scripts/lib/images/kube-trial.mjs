import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { Failure } from '../failure.mjs';
import { until } from '../main-job.mjs';
import { freePorts } from '../ports.mjs';
import { renderForPodman } from './kube.mjs';
import { apps, Composition, healthPort } from './trial.mjs';

const neighbours = ['postgres', 'rabbitmq', 'mailpit'];
const neighbourDeadlineMs = 2 * 60_000;
const lastLines = 30;

/** Whether somebody listens on a port of this machine. */
async function listens(port) {
  const socket = connect(port, '127.0.0.1');
  const answered = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answered;
}

/** What the apps are told besides what k8s/overlays/local says, so that they can share one network: as images/docker-compose.host.yml does. */
function environments([port, , smtpPort], liveKey) {
  const health = (app) => ({ HEALTH_HOST: '127.0.0.1', HEALTH_PORT: String(healthPort(app)) });
  return {
    ...Object.fromEntries(apps.map((app) => [app, health(app)])),
    gateway: { ...health('gateway'), HOST: '127.0.0.1', PORT: String(port), BOOTSTRAP_LIVE_KEY: liveKey },
    delivery: {
      ...health('delivery'),
      DEFAULT_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
      SMTP_ALLOWED_PORTS: String(smtpPort),
    },
  };
}

const namesOf = (kind, rendering) =>
  [...rendering.matchAll(new RegExp(`^kind: ${kind}\\nmetadata:\\n(?:  +.*\\n)*?  name: (\\S+)$`, 'gm'))].map(
    ([, name]) => name,
  );

/** Has podman play the Deployments of k8s/overlays/local with their ConfigMaps and Secrets, sees them do their main job, and takes them down. */
export async function tryManifests(engine, { say }) {
  if (!engine.isPodman) throw new Failure('--kube is for podman, which plays manifests: Docker does not.');
  const ports = await freePorts(3);
  const liveKey = `live_${randomBytes(16).toString('hex')}`;
  const composition = new Composition(engine, ports, liveKey);
  const { rendering, secrets } = await renderForPodman(engine, environments(ports, liveKey));
  const deployments = namesOf('Deployment', readFileSync(rendering, 'utf8'));
  const takeDown = async () => {
    // `kube down` ends at the first pod that never came to be.
    const pods = deployments.map((name) => `${name}-pod-0`);
    await engine.run('pod', 'rm', '--force', '--ignore', ...pods).catch(({ message }) => console.error(message));
    await engine.run('secret', 'rm', ...Object.keys(secrets)).catch(({ message }) => console.error(message));
    await composition.compose('down', '--volumes').catch(({ message }) => console.error(message));
  };
  try {
    say('Starting PostgreSQL, RabbitMQ and the mail catcher by docker-compose.yml');
    await composition.compose('up', '--detach', ...neighbours);
    const here = await until(
      async () => (await Promise.all([5432, 5672].map(listens))).every(Boolean),
      neighbourDeadlineMs,
    );
    if (!here) throw new Failure('PostgreSQL or RabbitMQ did not start.');
    say(`Playing ${deployments.length} Deployments of k8s/overlays/local: ${deployments.join(', ')}`);
    for (const [name, path] of Object.entries(secrets)) await engine.run('secret', 'create', name, path);
    await engine.run('kube', 'play', rendering);
    await composition.seeReady();
    await composition.caller.doMainJob();
  } catch (error) {
    for (const name of deployments) {
      const logs = await engine.run('logs', `${name}-pod-0-app`).catch(({ message }) => message);
      console.error(`${name}:\n${logs.split('\n').slice(-lastLines).join('\n')}`);
    }
    throw error;
  } finally {
    await takeDown();
  }
}
