import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { Failure } from './failure.mjs';
import { install, isInstalled } from './install.mjs';
import { guardTemporary, stopAll } from './processes.mjs';
import { findChromium, missingTools, provide, toolLines, tools } from './machine-tools.mjs';
import { isDockerRunning } from './rabbitmq.mjs';
import { listenForStop } from './stoppable.mjs';
import { startTestServers } from './test-servers.mjs';
import { countFiles, runCheck, runTier, stages, steps } from './test-steps.mjs';

const log = (/** @type {string} */ line) => console.log(line);
const ci = process.env.CI === 'true';
const names = steps.map(({ name }) => name);
const usage = `npm test -- [--tier ${names.join('|')}]... [--only <part of a path>]
npm test -- --set NAME=value   sets a variable of the tests, such as FUZZ_BODIES=1000
npm test -- --no-install   fails when something is missing, instead of installing it
npm test -- --services     only starts PostgreSQL and RabbitMQ, and prints the variables that the tests read`;

function readOptions(/** @type {string[]} */ args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        tier: { type: 'string', multiple: true },
        only: { type: 'string' },
        set: { type: 'string', multiple: true },
        services: { type: 'boolean' },
        'no-install': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    const unknown = values.tier?.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`Unknown tier ${unknown}.`);
    for (const pair of values.set ?? []) {
      const [name = '', ...value] = pair.split('=');
      process.env[name] = value.join('=');
    }
    if (values.help) {
      log(usage);
      process.exit(0);
    }
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(1);
  }
}

/** @param {ReturnType<typeof readOptions>} options */
const selected = ({ tier, only }) =>
  steps.filter(({ name, suffix }) => (tier === undefined ? only === undefined || suffix : tier.includes(name)));
const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** @typedef {import('./test-steps.mjs').Step} Step */

/** System tools of these steps. */
const toolsFor = (/** @type {Step[]} */ planned) => [
  ...(planned.some((step) => step.oracle) ? [tools.jinja, tools.promtool, tools.kubectl, tools.helm] : []),
  ...(planned.some((step) => step.chromium) ? [tools.chromium] : []),
  ...(planned.some((step) => step.servers) ? [tools.rabbitmq] : []),
];

/** @throws Failure that lists the missing tools and packages of these steps. */
async function requireInstalled(/** @type {Step[]} */ planned) {
  const missing = await missingTools(toolsFor(planned));
  const lines = [
    ...(isInstalled('all') ? [] : ['  npm packages              npm ci']),
    ...toolLines(missing.filter((tool) => tool !== tools.rabbitmq || !isDockerRunning())),
  ];
  if (lines.length > 0) throw new Failure(`Missing, and --no-install forbids installing:\n${lines.join('\n')}`);
}

class TestRun {
  /** @type {Awaited<ReturnType<typeof startTestServers>> | undefined} */
  servers;
  /** @type {Promise<unknown> | undefined} the start of the servers; checks and tests without servers run meanwhile */
  starting;
  /** @type {string | undefined} path of the browser */
  chromium;
  /** @type {Map<string, number>} test files by tier */
  files = new Map();
  /** @type {NodeJS.Signals | undefined} */
  stoppedBy;
  /** @type {(() => void) | undefined} */
  release;
  /** @type {(import('./test-steps.mjs').Result & { name: string, took: string })[]} */
  results = [];
  directory = mkdtempSync(join(tmpdir(), 'postrider-run-'));

  constructor(/** @type {ReturnType<typeof readOptions>} */ options) {
    this.options = options;
    guardTemporary(this.directory);
  }

  async run() {
    log(`Node ${process.version}`);
    const provideFor = (/** @type {Step[]} */ planned) =>
      this.options['no-install'] ? requireInstalled(planned) : provide(toolsFor(planned), log);
    const chosen = this.options.services ? [{ name: 'services', servers: true }] : selected(this.options);
    if (this.options['no-install'] && !isInstalled('all')) await requireInstalled(chosen);
    await install(log);
    if (this.options.services) {
      await provideFor(chosen);
      return this.stoppedBy === undefined ? this.offerServers() : undefined;
    }
    const tiers = chosen.filter(({ suffix }) => suffix);
    if (tiers.length > 0) this.files = await countFiles(tiers, this.options.only);
    if (this.options.only !== undefined && [...this.files.values()].every((count) => count === 0)) {
      throw new Failure(`No test file of the chosen tiers has "${this.options.only}" in its path.`);
    }
    const planned = this.options.only === undefined ? chosen : tiers.filter(({ name }) => this.countFiles(name) > 0);
    await provideFor(planned);
    this.chromium = findChromium();
    if (this.stoppedBy === undefined && planned.some((step) => step.servers)) {
      const starting = this.startServers();
      this.starting = starting;
      starting.catch(() => {}); // awaited by the first stage that needs them
    }
    for (const stage of stages) {
      const rowsOfStage = stage.map((row) => row.filter((step) => planned.includes(step)));
      if (rowsOfStage.flat().some((step) => step.servers)) await this.starting;
      const rows = rowsOfStage.map((row) => this.row(row));
      // A failed row must not stop the servers that another row uses.
      for (const ended of await Promise.allSettled(rows)) if (ended.status === 'rejected') throw ended.reason;
    }
    return undefined;
  }

  countFiles(/** @type {string} */ tier) {
    return this.files.get(tier) ?? 0;
  }

  async startServers() {
    const since = Date.now();
    log('Starting PostgreSQL and RabbitMQ');
    this.servers = await startTestServers();
    log(`${this.servers.description}, ready in ${seconds(since)}`);
    return this.servers;
  }

  async offerServers() {
    const { env } = await this.startServers();
    for (const [name, value] of Object.entries(env)) log(`export ${name}='${value}'`);
    log('Ctrl-C stops them.');
    /** @type {Promise<void>} */
    const released = new Promise((resolve) => {
      this.release = resolve;
    });
    await released;
  }

  async row(/** @type {Step[]} */ row) {
    for (const step of row) await this.step(step);
  }

  async step(/** @type {Step} */ step) {
    if (this.stoppedBy !== undefined) return;
    const since = Date.now();
    log(`\n--- ${step.name}`);
    const result = await this.runStep(step);
    if (this.stoppedBy !== undefined) return;
    this.results.push({ name: step.name, took: seconds(since), ...result });
  }

  /** @returns {Promise<import('./test-steps.mjs').Result>} */
  async runStep(/** @type {Step} */ step) {
    if (step.suffix === undefined) return runCheck(step);
    if (this.countFiles(step.name) === 0)
      return { passed: 0, failed: 1, skipped: 0, note: 'Jest found no test file of this tier' };
    const missing = this.missingFor(step);
    if (missing !== undefined)
      return {
        passed: 0,
        failed: 0,
        skipped: this.countFiles(step.name),
        note: `test files not run without ${missing}`,
      };
    try {
      if (step.built) await build(log);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(error.message);
      return {
        passed: 0,
        failed: this.countFiles(step.name),
        skipped: 0,
        note: 'test files not run: the build failed',
      };
    }
    return runTier(step, { only: this.options.only, env: this.servers?.env ?? {}, directory: this.directory });
  }

  /** The missing system tool of a step, and how to install it. */
  missingFor(/** @type {Step} */ step) {
    if (step.servers && !this.servers?.hasBroker) return 'RabbitMQ; install rabbitmq-server, or start Docker';
    if (step.chromium && this.chromium === undefined) return 'Chromium; install chromium-headless-shell';
    return undefined;
  }

  interrupt(/** @type {NodeJS.Signals} */ signal) {
    this.stoppedBy = signal;
    if (this.release === undefined) stopAll();
    else this.release();
  }

  /** Counts the error as a failed test, so that the summary does not report success. */
  abandon(/** @type {unknown} */ error) {
    if (this.stoppedBy !== undefined) return;
    console.error(error instanceof Failure ? error.message : error);
    this.results.push({ name: 'set-up', passed: 0, failed: 1, skipped: 0, took: '' });
  }

  /** Prints the table and the summary; returns the exit code. */
  report() {
    if (this.release !== undefined) return 0;
    if (this.stoppedBy !== undefined) log(`\nStopped by ${this.stoppedBy}; completed steps:`);
    const total = (/** @type {'passed' | 'failed' | 'skipped'} */ count) =>
      this.results.reduce((sum, result) => sum + result[count], 0);
    const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
    log(
      `\n${'step'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'time'.padStart(10)}`,
    );
    for (const result of this.results.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))) {
      log(
        `${result.name.padEnd(12)}${String(result.passed).padStart(8)}${String(result.failed).padStart(8)}${String(result.skipped).padStart(9)}${result.took.padStart(10)}${result.note === undefined ? '' : `  ${result.note}`}`,
      );
    }
    log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
    if (this.stoppedBy !== undefined) return 130;
    return failed > 0 || (ci && skipped > 0) ? 1 : 0;
  }

  async clear() {
    // Also stops servers that are still starting.
    await this.starting?.catch(() => {});
    await this.servers?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export async function runTests(/** @type {string[]} */ args) {
  const run = new TestRun(readOptions(args));
  listenForStop(
    (signal) => run.interrupt(signal),
    () => process.exit(130),
  ); // the guard then stops the remaining processes
  try {
    await run.run();
  } catch (error) {
    run.abandon(error);
  } finally {
    await run.clear();
  }
  process.exitCode = run.report();
}
