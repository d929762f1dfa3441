import { watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { appNames } from './installation.mjs';
import { startProcess } from './processes.mjs';
import { project } from './project.mjs';
import { runToEnd, StartRun } from './start-run.mjs';

const usage = `npm run dev                everything in one process, which is started again after every change; the dashboard reloads by itself
npm run dev -- <app>       each service in a process of its own over RabbitMQ; that app is started again after every change
Apps: ${appNames.join(', ')}`;

const appStopMs = 3_500;
const compiled = 'Found 0 errors. Watching for file changes.';
/** An editor writes a file in several steps. */
const quietMs = 200;
/** Copied, not compiled: the compiler says nothing of them. */
const assets = join(project, 'apps', 'catcher', 'src', 'page');

class DevRun extends StartRun {
  /** @override */
  packages = 'all';
  restarting = false;
  /** @type {(() => Promise<void>) | undefined} */
  stopWatching;

  constructor(/** @type {string | undefined} */ app) {
    super({ rabbitmq: app !== undefined });
    this.app = app;
  }

  /** Never resolves: what ends is started again at the next change. @override */
  startStandalone(/** @type {import('./start-run.mjs').Variables} */ env) {
    const launch = async () => {
      const ended = super.startStandalone(env);
      const launched = this.apps;
      await ended;
      if (this.stoppedBy === undefined && !this.restarting && this.apps === launched)
        console.log('Postrider has ended; the next change starts it again.');
    };
    void launch();
    this.watch(async () => {
      this.restarting = true;
      await this.apps?.stop(appStopMs);
      this.restarting = false;
      if (this.stoppedBy === undefined) void launch();
    });
    return /** @type {Promise<never>} */ (new Promise(() => undefined));
  }

  /** @override */
  async startProcesses(/** @type {import('./start-run.mjs').Variables} */ env) {
    await super.startProcesses(env);
    // Its supervisor starts it again.
    const { app, installation } = this;
    if (app !== undefined) this.watch(() => installation?.end(app, 'SIGTERM'));
  }

  /** One restart at a time; what changes meanwhile is followed by another. */
  watch(/** @type {() => unknown} */ restart) {
    /** @type {Promise<unknown>} */
    let running = Promise.resolve();
    /** @type {NodeJS.Timeout | undefined} */
    let waiting;
    const changed = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        running = running.then(restart).catch((error) => console.error(error.message));
      }, quietMs);
    };
    const nest = join(project, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
    const compiler = startProcess(
      process.execPath,
      [nest, 'build', '--watch', '--watchAssets', '--preserveWatchOutput'],
      {
        cwd: project,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let isFirst = true;
    const input = /** @type {import('node:stream').Readable} */ (compiler.child.stdout);
    createInterface({ input }).on('line', (line) => {
      if (!line.includes(compiled)) {
        if (/error/i.test(line)) console.log(line);
        return;
      }
      if (!isFirst) changed();
      isFirst = false;
    });
    const watcher = watch(assets, changed);
    const dashboard = this.startDashboard();
    this.stopWatching = async () => {
      clearTimeout(waiting);
      watcher.close();
      await Promise.all([compiler.stop(1_000), dashboard.stop(1_000)]);
    };
  }

  /** The dashboard from its sources; it says itself where. Nothing has to be started again for it. */
  startDashboard() {
    const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js');
    return startProcess(
      process.execPath,
      [vite, '--clearScreen', 'false', '--config', join('apps', 'dashboard', 'vite.config.ts')],
      {
        cwd: project,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
  }

  /** @override */
  async clear() {
    await this.stopWatching?.();
    await super.clear();
  }
}

/** Everything that `npm run dev` does. */
export async function dev(/** @type {string[]} */ args) {
  const [app, ...more] = args;
  if (more.length > 0 || (app !== undefined && !appNames.includes(app))) {
    console.error(usage);
    process.exit(1);
  }
  await runToEnd(new DevRun(app));
}
