import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import type { Environment, RunningApp } from '@postrider/service';
import { createLogger, Health } from '@postrider/service';
import { banner } from './banner.js';
import { environmentOf } from './environments.js';
import type { Schema } from './provision.js';
import { schemas } from './provision.js';
import { prepareSurroundings } from './surroundings.js';

const readyWithinMs = 60_000;
const askEveryMs = 100;
const restartAfterMs = 1_000;
const stopWithinMs = 4_500;

/** The gateway and the five services as processes of their own over RabbitMQ. One that dies is started again; the others do not notice. */
export async function startProcesses(): Promise<RunningApp> {
  const { surroundings, catcher } = await prepareSurroundings();
  Logger.overrideLogger(createLogger('supervisor', surroundings.config.LOG_LEVEL));
  const apps = await Promise.all(
    schemas.map(async (name) => {
      const healthPort = await freePort();
      return new AppProcess(name, environmentOf(name, surroundings, healthPort), healthPort);
    }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(apps.filter((app) => app.name === 'gateway').map((app) => app.stop()));
    await Promise.all(apps.map((app) => app.stop()));
    await catcher?.stop();
  };
  try {
    await Promise.all(apps.map((app) => app.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  console.log(banner(surroundings, catcher?.httpUrl));
  console.log(`${apps.map((app) => `  ${app.name.padEnd(10)} process ${app.pid}`).join('\n')}\n`);
  return { health: new Health([]), stop };
}

class AppProcess {
  private child: ChildProcess;
  private stopping = false;

  constructor(
    readonly name: Schema,
    private readonly environment: Environment,
    private readonly healthPort: number,
  ) {
    this.child = this.start();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  async ready(): Promise<void> {
    const until = Date.now() + readyWithinMs;
    while (Date.now() < until) {
      if (this.child.exitCode !== null) throw new Error(`The ${this.name} app stopped while it was starting.`);
      const answer = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => {
        setTimeout(resolve, askEveryMs);
      });
    }
    throw new Error(`The ${this.name} app was not ready within ${readyWithinMs / 1000} s.`);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => {
      this.child.once('exit', () => resolve());
    });
    const timer = setTimeout(() => this.child.kill('SIGKILL'), stopWithinMs);
    this.child.kill('SIGTERM');
    await exited;
    clearTimeout(timer);
  }

  private start(): ChildProcess {
    const entry = fileURLToPath(new URL(`../../${this.name}/src/main.js`, import.meta.url));
    // A process group of its own: Ctrl-C reaches only this process, which then stops the others in order. The channel tells them if it is gone.
    const child = spawn(process.execPath, ['--enable-source-maps', entry], {
      env: this.environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child.once('exit', (code, signal) => {
      if (this.stopping) return;
      console.error(`The ${this.name} app stopped (${signal ?? `code ${code}`}); starting it again.`);
      setTimeout(() => {
        if (!this.stopping) this.child = this.start();
      }, restartAfterMs);
    });
    return child;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
