// npm run faults [-- <name> ...]: installs and builds if necessary, then injects each fault into an installation under
// load and checks the invariants. `noisy` selects all names that start with `noisy-`; `--write` updates
// faults/last-run.md, as does a full run. `--list` prints the selected faults instead.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../scripts/lib/build.mjs';
import { Failure } from '../scripts/lib/failure.mjs';
import { install } from '../scripts/lib/install.mjs';
import { project } from '../scripts/lib/project.mjs';
import { Stoppable } from '../scripts/lib/stoppable.mjs';
import { formatTables, writeReport } from './report.mjs';

const logs = join(project, 'dist', 'faults');

const isListed = process.argv.includes('--list');
const names = process.argv.slice(2).filter((argument) => argument !== '--write' && argument !== '--list');
const isWritten = names.length === 0 || process.argv.includes('--write');
const stoppable = new Stoppable().listen();
try {
  await install(console.log);
  // Imported after the installation, because the scenarios load installed packages.
  const { all } = await import('./scenarios/index.mjs');
  const isSelected = (/** @type {string} */ name) => (/** @type {Scenario} */ scenario) =>
    scenario.name === name || scenario.name.startsWith(`${name}-`);
  const unknown = names.filter((name) => !all.some(isSelected(name)));
  if (unknown.length > 0)
    throw new Failure(`Unknown fault ${unknown.join(', ')}. Available: ${all.map(({ name }) => name).join(', ')}`);
  const selected = all.filter((scenario) => names.length === 0 || names.some((name) => isSelected(name)(scenario)));
  if (isListed) for (const { name, title, how } of selected) console.log(`${name}: ${title}: ${how}`);
  else {
    await build(console.log);
    process.exitCode = await runAll(selected, all);
  }
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
// A stopped scenario would keep the process alive.
if (stoppable.isStopped) process.exit(130);

/**
 * Returns the exit code: 0 if all invariants hold.
 *
 * @typedef {import('./scenario.mjs').Scenario | import('./scenario.mjs').OwnScenario} Scenario
 * @typedef {import('./report.mjs').Row} Row
 * @param {Scenario[]} scenarios
 * @param {Scenario[]} all
 */
async function runAll(scenarios, all) {
  const [{ Servers }, { runScenario }] = await Promise.all([import('./servers.mjs'), import('./scenario.mjs')]);
  const servers = await Servers.start(stoppable);
  const run = (/** @type {Scenario} */ scenario) =>
    'run' in scenario ? scenario.run(servers) : runScenario(servers, scenario);
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const scenario of scenarios) {
      if (stoppable.isStopped) break;
      const since = Date.now();
      const outcome = await runOrCatch(() => run(scenario));
      if (stoppable.isStopped) break;
      const held = outcome.own.length === 0 && Object.values(outcome.results).every(({ ok }) => ok);
      const ok = outcome.error === undefined && held;
      const row = { scenario, ...outcome, seconds: (Date.now() - since) / 1_000, ok };
      rows.push(row);
      print(row);
      if (!row.ok) keepLog(servers, scenario);
    }
  } finally {
    await servers.stop();
  }
  const about = {
    postgres: servers.postgres.version,
    rabbitmq: servers.rabbitmq.version,
  };
  console.log(`\n${formatTables(rows)}`);
  if (stoppable.isStopped) return 130;
  if (isWritten) writeReport(rows, all, about);
  return rows.every(({ ok }) => ok) ? 0 : 1;
}

/** Reports an exception of the scenario as its error. */
/**
 * @param {() => Promise<import('./scenario.mjs').Outcome>} work
 * @returns {Promise<import('./scenario.mjs').Outcome & { error?: unknown }>}
 */
async function runOrCatch(work) {
  try {
    return await work();
  } catch (error) {
    return { error, results: {}, own: [], notes: [], responses: new Map() };
  }
}

/** @param {Row} row */
function print({ scenario, ok, seconds, error, results, own, notes, responses }) {
  const cells = Object.entries(results)
    .map(([name, { text, ok: held }]) => `${name}${held ? '' : ' BROKEN'} ${text}`)
    .join(' | ');
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${scenario.name} (${seconds.toFixed(0)} s) ${cells}`);
  console.log(
    `     responses: ${[...responses].map(([status, count]) => `${status} x ${count}`).join(', ')}${notes.length > 0 ? `; ${notes.join('; ')}` : ''}`,
  );
  for (const fault of [
    ...own,
    ...Object.entries(results).flatMap(([name, { faults }]) => faults.map((each) => `${name}: ${each}`)),
  ])
    console.log(`     ${fault}`);
  if (error)
    console.log(`     ${error instanceof Failure ? error.message : error instanceof Error ? error.stack : error}`);
}

function keepLog(/** @type {{ directory: string }} */ { directory }, /** @type {Scenario} */ { name }) {
  mkdirSync(logs, { recursive: true });
  try {
    copyFileSync(join(directory, `faults_${name.replaceAll('-', '_')}.log`), join(logs, `${name}.log`));
    console.log(`     output of the apps: dist/faults/${name}.log`);
  } catch {
    // It failed before there was a log.
  }
}
