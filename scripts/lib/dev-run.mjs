import { readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { appNames } from './installation.mjs';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';
import { runToEnd, StartRun } from './start-run.mjs';

const usage = `npm run dev                everything in one process, which restarts after every change; the dashboard reloads automatically
npm run dev -- <app>       each service in its own process over RabbitMQ; that app restarts after every change
Apps: ${appNames.join(', ')}`;

const appStopMs = 3_500;
const compiler = join('scripts', 'build-services.mjs');
/** Editors write a file in several steps. */
const debounceMs = 200;
const isForTests = /spec\.ts$/;

/** Watched one by one: a recursive watch in Node 20 loses files that an editor replaces. Vite watches the dashboard. */
function sourceFolders() {
  const dashboard = join(project, 'apps', 'dashboard');
  return ['apps', 'libs', 'docs'].flatMap((root) => [
    join(project, root),
    ...readdirSync(join(project, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (folder) =>
          folder !== dashboard &&
          !folder.startsWith(join(dashboard, sep)) &&
          !/[/\\](node_modules|dist)\b/.test(folder),
      ),
  ]);
}

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

  /** Never resolves: an app that ended restarts at the next change. @override */
  startStandalone(/** @type {import('./start-run.mjs').Variables} */ env) {
    const launch = async () => {
      const ended = super.startStandalone(env);
      const launched = this.apps;
      await ended;
      if (this.stoppedBy === undefined && !this.restarting && this.apps === launched)
        console.log('Postrider has exited; the next change restarts it.');
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
    // Its supervisor restarts it.
    const { app, installation } = this;
    if (app !== undefined) this.watch(() => installation?.end(app, 'SIGTERM'));
  }

  /** Compiles and restarts after each change, one run at a time. A change during a run causes another run. */
  watch(/** @type {() => unknown} */ restart) {
    /** @type {Promise<unknown>} */
    let running = Promise.resolve();
    /** @type {NodeJS.Timeout | undefined} */
    let waiting;
    const compileAndRestart = async () => {
      watchFolders();
      const { code } = await run(process.execPath, [compiler], { cwd: project });
      if (code === 0) await restart();
    };
    const changed = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        running = running.then(compileAndRestart).catch((error) => console.error(error.message));
      }, debounceMs);
    };
    /** @type {Map<string, import('node:fs').FSWatcher>} */
    const watchers = new Map();
    const watchFolders = () => {
      const folders = sourceFolders();
      for (const [folder, watcher] of watchers)
        if (!folders.includes(folder)) {
          watcher.close();
          watchers.delete(folder);
        }
      for (const folder of folders)
        if (!watchers.has(folder))
          watchers.set(
            folder,
            watch(folder, (_event, name) => {
              if (name === null || !isForTests.test(name)) changed();
            }).on('error', () => watchers.delete(folder)),
          );
    };
    watchFolders();
    const dashboard = this.startDashboard();
    this.stopWatching = async () => {
      clearTimeout(waiting);
      for (const watcher of watchers.values()) watcher.close();
      await dashboard.stop(1_000);
    };
  }

  /** Serves the dashboard with Vite, which prints its address and needs no restart. */
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

export async function dev(/** @type {string[]} */ args) {
  const [app, ...more] = args;
  if (more.length > 0 || (app !== undefined && !appNames.includes(app))) {
    console.error(usage);
    process.exit(1);
  }
  await runToEnd(new DevRun(app));
}
