import { readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { appNames } from './installation.mjs';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';
import { runToEnd, StartRun } from './start-run.mjs';

const usage = `npm run dev                everything in one process, which is started again after every change; the dashboard reloads by itself
npm run dev -- <app>       each service in a process of its own over RabbitMQ; that app is started again after every change
Apps: ${appNames.join(', ')}`;

const appStopMs = 3_500;
const compiler = join('scripts', 'build-services.mjs');
/** An editor writes a file in several steps. */
const quietMs = 200;
const isForTests = /spec\.ts$/;

/** Each is watched by itself: Node 20 loses files that an editor replaces when it watches a tree. Vite watches the dashboard. */
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

  /** Compiles after each change, then restarts. One at a time; a change meanwhile is followed by another. */
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
      }, quietMs);
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
