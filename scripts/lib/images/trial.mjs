import { randomBytes } from 'node:crypto';
import { Caller, check, until } from '../main-job.mjs';
import { freePorts } from '../ports.mjs';

const files = ['docker-compose.yml', 'images/docker-compose.host.yml'];
export const apps = ['gateway', 'template', 'delivery', 'tracking', 'customer', 'drip'];
const startDeadlineMs = 5 * 60_000;
const lastLines = 100;

/** Where the health of an app is asked, as images/docker-compose.host.yml sets it. */
export const healthPort = (app) => 9101 + apps.indexOf(app);

/** Everything that docker-compose.yml composes, on the network of this machine. */
export class Composition {
  constructor(engine, [port, catcherPort, smtpPort], liveKey = `live_${randomBytes(16).toString('hex')}`) {
    Object.assign(engine.env, {
      PORT: String(port),
      CATCHER_HTTP_PORT: String(catcherPort),
      CATCHER_SMTP_PORT: String(smtpPort),
      BOOTSTRAP_LIVE_KEY: liveKey,
    });
    this.engine = engine;
    this.caller = new Caller({
      api: `http://127.0.0.1:${port}/api/v1`,
      catcher: `http://127.0.0.1:${catcherPort}`,
      liveKey: () => liveKey,
    });
  }

  compose(...args) {
    return this.engine.compose(files, ...args);
  }

  async seeReady() {
    const since = Date.now();
    const ready = await until(async () => {
      const asked = apps.map((app) =>
        fetch(`http://127.0.0.1:${healthPort(app)}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      return (await Promise.all(asked)).every(Boolean) && (await this.caller.answers());
    }, startDeadlineMs);
    check(
      ready,
      `all are ready (after ${((Date.now() - since) / 1000).toFixed(0)} s)`,
      'docker compose logs say why not',
    );
  }
}

/** Brings docker-compose.yml up, has it do its main job, stops and starts it with mail on its way, and takes it down. */
export async function tryComposition(engine, { say }) {
  const composition = new Composition(engine, await freePorts(3));
  const { caller } = composition;
  try {
    say('Starting everything');
    await composition.compose('up', '--detach');
    await composition.seeReady();
    const { template, log } = await caller.doMainJob();

    say('Stopping and starting everything, with a mail on its way');
    await composition.compose('stop', 'mailpit');
    const waiting = await caller.send(template, 'waiting@example.com');
    await composition.compose('stop');
    await composition.compose('start');
    await composition.seeReady();
    await caller.seeSent(log);
    await caller.seeSent(waiting);
    await caller.seeMail('waiting@example.com');
    await caller.send(template, 'afterwards@example.com');
    await caller.seeMail('afterwards@example.com');
  } catch (error) {
    const logs = await composition.compose('logs').catch(({ message }) => message);
    console.error(logs.split('\n').slice(-lastLines).join('\n'));
    throw error;
  } finally {
    await composition.compose('down', '--volumes').catch(({ message }) => console.error(message));
  }
}
