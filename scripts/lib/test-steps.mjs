import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, startProcess } from './processes.mjs';
import { project } from './project.mjs';

/**
 * A check is a step of `npm run check`; a tier is a Jest project with the suffix of its file names.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [suffix] only of a tier
 * @property {boolean} [oracle]
 * @property {boolean} [servers]
 * @property {boolean} [built]
 * @property {boolean} [chromium]
 * @property {number} [workers]
 */

const lint = { name: 'lint' };
const types = { name: 'types' };
const boundaries = { name: 'boundaries' };
const knip = { name: 'knip' };
// Compares the Jinja engine with Python's, and tests the alerts with promtool.
const unit = { name: 'unit', suffix: '.spec.ts', oracle: true };
const int = { name: 'int', suffix: '.int-spec.ts', servers: true };
const contract = { name: 'contract', suffix: '.contract-spec.ts', servers: true };
// One worker: each file starts whole installations, and Postgres roles are shared by the whole server.
const e2e = { name: 'e2e', suffix: '.e2e-spec.ts', servers: true, built: true, workers: 1 };
// One worker: all files share one installation and one browser.
const browser = {
  name: 'browser',
  suffix: '.browser-spec.ts',
  servers: true,
  built: true,
  chromium: true,
  workers: 1,
};

/**
 * Stages run in sequence; the rows of a stage run in parallel, and the steps of a row in sequence. The three rows of
 * tiers take about the same time. Each waits for servers or a browser often, and together they keep two CPUs busy.
 *
 * @type {Step[][][]}
 */
export const stages = [
  [[lint, boundaries, knip], [types]],
  [[int], [unit, contract], [e2e, browser]],
];
export const steps = stages.flat(2);

const workers = 2;
/** Jest's default of 5 s is too short for tests that start a service on a busy machine. */
const testTimeoutMs = 60_000;
/**
 * Only for runs that hang: the longest tier takes seven to nine minutes on two CPUs, and three times that on slower
 * ones.
 */
const tierDeadlineMs = 45 * 60_000;
const exitDeadlineMs = 20_000;
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(project, 'node_modules', 'jest', 'bin', 'jest.js'),
];

/** Variables of the developer's shell for `npm start` that must not affect tests. */
const productVariables =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|AMQP_URL|SECRETS_KEY|TRACKING_KEY|PUBLIC_URL|REQUIRE_HTTPS|DEFAULT_SMTP_URL|LOG_LEVEL|BOOTSTRAP_.*|CATCHER_.*)$/;
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !productVariables.test(name)));

const escaped = (/** @type {string} */ text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const selection = (/** @type {string | undefined} */ only) =>
  only === undefined ? [] : ['--testPathPatterns', escaped(only)];

/**
 * Counts the test files of each tier with Jest.
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
 * Runs a check, which counts as one test.
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
 * Runs a Jest project. A file that does not load counts as a failed test, and so does a run that fails without a failed
 * test.
 *
 * @param {Step} step
 * @param {{ only: string | undefined, env: NodeJS.ProcessEnv, directory: string }} options
 * @returns {Promise<Result>}
 */
export async function runTier({ name, workers: ownWorkers = workers }, { only, env, directory }) {
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
      String(testTimeoutMs),
      '--json',
      '--outputFile',
      outputFile,
      ...selection(only),
      ...(process.env.CI === 'true' ? ['--ci'] : []),
    ],
    { cwd: project, stdio: ['ignore', 'ignore', 'inherit'], env: { ...cleanEnvironment(), ...env } },
  );
  const hangReason = await findHangReason(started, outputFile);
  if (hangReason !== undefined) await started.stop(2000);
  const { code } = await started.exited;
  const report = existsSync(outputFile)
    ? JSON.parse(readFileSync(outputFile, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0, numTodoTests: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (code !== 0 || hangReason !== undefined) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    ...(hangReason !== undefined && { note: hangReason }),
  };
}

/**
 * Resolves to the reason to stop Jest, or to undefined once it has exited.
 *
 * @param {import('./processes.mjs').Started} jest
 * @param {string} outputFile
 */
async function findHangReason({ exited, isRunning }, outputFile) {
  /** @type {number | undefined} */
  let reportedAt;
  for (const deadline = Date.now() + tierDeadlineMs; Date.now() < deadline; await Promise.race([exited, sleep(500)])) {
    if (!isRunning()) return undefined;
    if (existsSync(outputFile)) reportedAt ??= Date.now();
    if (reportedAt !== undefined && Date.now() - reportedAt > exitDeadlineMs)
      return 'Jest did not end after the last test: a handle is still open';
  }
  return `did not end within ${tierDeadlineMs / 60_000} minutes`;
}
