// The six apps as separate processes over RabbitMQ, and what can happen to them.
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { appNames, startApp } from '../scripts/lib/app-processes.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';

const key = 'live_faults_0123456789abcdefghijk';
const probe = new URL('./memory-probe.mjs', import.meta.url);

/** As the defaults relate to each other, in seconds where those are minutes. */
const quick = {
  ATTEMPT_TIMEOUT_SECONDS: '4',
  LEASE_SECONDS: '8',
  UNKNOWN_OUTCOME_WAIT_SECONDS: '5',
  RETRY_DELAYS_SECONDS: '2,3,5,8,10,10,15,20',
  DRAIN_SECONDS: '6',
  DELIVERY_CONCURRENCY: '32',
  DELIVERY_LANE_CONCURRENCY: '32',
  SMTP_CONNECTIONS: '16',
};

export class Installation {
  /** `replicas`: more than one of an app; `environments`: variables of one app alone. */
  static async start({ databaseUrl, amqpUrl, smtpUrl, logFile, replicas = {}, environment = {}, environments = {} }) {
    const instances = appNames.flatMap((app) =>
      Array.from({ length: replicas[app] ?? 1 }, (_each, n) => ({ app, name: n === 0 ? app : `${app}-${n + 1}` })),
    );
    const [port, ...healthPorts] = await freePorts(1 + instances.length);
    const shared = {
      DATABASE_URL: databaseUrl,
      AMQP_URL: amqpUrl,
      DEFAULT_SMTP_URL: smtpUrl,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'development',
      BOOTSTRAP_LIVE_KEY: key,
      BOOTSTRAP_TEST_KEY: key.replace('live', 'test'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      ...quick,
      ...environment,
    };
    const installation = new Installation(port, createWriteStream(logFile, { flags: 'a' }));
    for (const [index, { app, name }] of instances.entries()) {
      const own = { ...shared, ...environments[name], NODE_OPTIONS: `--expose-gc --import ${fileURLToPath(probe)}` };
      installation.instances.set(name, { app, name, healthPort: healthPorts[index], environment: own });
    }
    try {
      await Promise.all([...installation.instances.keys()].map((name) => installation.startApp(name)));
    } catch (error) {
      await installation.stop();
      throw error;
    }
    return installation;
  }

  constructor(port, log) {
    this.api = `http://127.0.0.1:${port}/api/v1`;
    this.log = log;
    this.instances = new Map();
    this.headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    };
  }

  /** The names of all instances of the app. */
  named(app) {
    return [...this.instances.values()].filter((instance) => instance.app === app).map(({ name }) => name);
  }

  async startApp(name) {
    const instance = this.instances.get(name);
    instance.started = await startApp(instance.app, {
      healthPort: instance.healthPort,
      environment: instance.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      onStart: (started) => {
        instance.started = started;
        for (const input of [started.child.stdout, started.child.stderr])
          createInterface({ input }).on('line', (line) => this.log.write(`[${name}] ${line}\n`));
      },
    });
  }

  signal(name, signal) {
    process.kill(this.instances.get(name).started.pid, signal);
  }

  /** Resolves to its exit once it is gone, with how long that took. */
  async end(name, signal) {
    const begun = Date.now();
    const { started } = this.instances.get(name);
    this.signal(name, signal);
    return { ...(await started.exited), tookMs: Date.now() - begun };
  }

  /** Bytes in use after a full collection and resident, by instance and process id. */
  async memory() {
    const asked = [...this.instances.values()].map(async ({ name, started }) => {
      const answer = new Promise((resolve) => {
        started.child.once('message', resolve);
      });
      started.child.send('memory');
      const { memory } = await Promise.race([answer, sleep(10_000, { memory: undefined }, { ref: false })]);
      if (memory === undefined) throw new Error(`${name} does not say how much memory it uses`);
      return [`${name}:${started.pid}`, memory];
    });
    return new Map(await Promise.all(asked));
  }

  async post(path, body) {
    const response = await fetch(`${this.api}${path}`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async stop() {
    await Promise.all(
      [...this.instances.values()].map(async ({ started }) => {
        if (!started?.isRunning()) return;
        started.kill('SIGCONT');
        await started.stop(10_000);
      }),
    );
    this.log.end();
  }
}
