import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';

/**
 * A check is one of `npm run check`; a tier is a Jest project, with the end of its files' names.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [suffix] of a tier
 * @property {boolean} [oracle]
 * @property {boolean} [servers]
 * @property {boolean} [built]
 * @property {boolean} [chromium]
 * @property {number} [workers]
 * @property {number} [timeoutMs]
 */

const lint = { name: 'lint' };
const types = { name: 'types' };
const boundaries = { name: 'boundaries' };
const knip = { name: 'knip' };
// Compares our Jinja with Python's, and lets Prometheus' promtool judge the alerts.
const unit = { name: 'unit', suffix: '.spec.ts', oracle: true };
// Its tests wait for servers half of their time: a third worker computes meanwhile. A fourth makes nothing faster, and tests late.
const int = { name: 'int', suffix: '.int-spec.ts', servers: true, workers: 3 };
const contract = { name: 'contract', suffix: '.contract-spec.ts', servers: true };
// One file after the other: each starts whole installations, whose roles in Postgres are those of the server.
const e2e = { name: 'e2e', suffix: '.e2e-spec.ts', servers: true, built: true, workers: 1 };
// One file after the other here, too: they share one installation and one browser.
const browser = {
  name: 'browser',

  suffix: '.browser-spec.ts',
  servers: true,
  built: true,
  chromium: true,
  workers: 1,
  timeoutMs: 60_000,
};

/**
 * What `npm test` does: stages one after the other, each of rows of steps that run beside each other. The two rows of tiers take about as long as
 * each other, so that neither leaves a processor idle at its end.
 *
 * @type {Step[][][]}
 */
export const stages = [
  [[lint, boundaries, knip], [types]],
  [[int], [unit, contract, e2e, browser]],
];
export const steps = stages.flat(2);

const workers = 2;
/** Jest's own 5 s are short for a test that starts a service on a busy machine; a test that needs to be fast says so itself. */
const testTimeoutMs = 30_000;
/** The longest tier takes seven to nine minutes on two processors, and three times that on slower ones: this is for a run that hangs. */
const tierDeadlineMs = 60 * 60_000;
const exitDeadlineMs = 20_000;
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(project, 'node_modules', 'jest', 'bin', 'jest.js'),
];

/** What a developer's shell may hold for `npm start` is nothing to the tests. */
const productVariables =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|AMQP_URL|SECRETS_KEY|TRACKING_KEY|PUBLIC_URL|REQUIRE_HTTPS|DEFAULT_SMTP_URL|LOG_LEVEL|BOOTSTRAP_.*|CATCHER_.*)$/;
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !productVariables.test(name)));

const escaped = (/** @type {string} */ text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const selection = (/** @type {string | undefined} */ only) =>
  only === undefined ? [] : ['--testPathPatterns', escaped(only)];

/**
 * How many test files each tier has, as Jest sees them.
 *
 * @param {Step[]} tiers
 * @param {string} [only]
 */
export async function countFiles(tiers, only) {
  const { code, output } = await run(
    process.execPath,
    [...jest, '--listTests', '--json', '--selectProjects', ...tiers.map(({ name }) => name), ...selection(only)],
    { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (code !== 0) throw new Error(`Jest could not list the tests: ${output}`);
  /** @type {string[]} */
  const files = JSON.parse(output.slice(output.indexOf('[')));
  return new Map(tiers.map(({ name, suffix = '' }) => [name, files.filter((file) => file.endsWith(suffix)).length]));
}

/**
 * Runs a check as one test: it passes or it fails.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, note?: string }} Result
 * @param {Step} step
 * @returns {Promise<Result>}
 */
export async function runCheck({ name }) {
  const { code } = await run(process.execPath, ['scripts/check.mjs', name], { cwd: project, env: cleanEnvironment() });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Runs a Jest project. A file that does not even load counts as a failed test; so does a run that fails without a failed test.
 *
 * @param {Step} step
 * @param {{ only: string | undefined, env: NodeJS.ProcessEnv, directory: string }} how
 * @returns {Promise<Result>}
 */
export async function runTier(
  { name, workers: ownWorkers = workers, timeoutMs = testTimeoutMs },
  { only, env, directory },
) {
  const outputFile = join(directory, `${name}.json`);
  const started = startProcess(
    process.execPath,
    [
      ...jest,
      '--selectProjects',
      name,
      '--maxWorkers',
      String(ownWorkers),
      '--testTimeout',
      String(timeoutMs),
      '--json',
      '--outputFile',
      outputFile,
      ...selection(only),
      ...(process.env.CI === 'true' ? ['--ci'] : []),
    ],
    { cwd: project, stdio: ['ignore', 'ignore', 'inherit'], env: { ...cleanEnvironment(), ...env } },
  );
  const hung = await hangs(started, outputFile);
  if (hung !== undefined) await started.stop(2000);
  const { code } = await started.exited;
  const report = existsSync(outputFile)
    ? JSON.parse(readFileSync(outputFile, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0, numTodoTests: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (code !== 0 || hung !== undefined) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    ...(hung !== undefined && { note: hung }),
  };
}

/**
 * Resolves to why Jest has to be stopped, or to undefined once it has ended by itself.
 *
 * @param {import('./processes.mjs').Started} jest
 * @param {string} outputFile
 */
async function hangs({ exited, isRunning }, outputFile) {
  /** @type {number | undefined} */
  let reportedAt;
  for (const deadline = Date.now() + tierDeadlineMs; Date.now() < deadline; await Promise.race([exited, sleep(500)])) {
    if (!isRunning()) return undefined;
    if (existsSync(outputFile)) reportedAt ??= Date.now();
    if (reportedAt !== undefined && Date.now() - reportedAt > exitDeadlineMs)
      return 'Jest did not end after the last test: something is left open';
  }
  return `did not end within ${tierDeadlineMs / 60_000} minutes`;
}
