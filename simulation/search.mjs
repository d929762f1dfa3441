// Runs each seed in its own process, and reports the violations that the auditor finds.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { databases } from '#dist/apps/standalone/src/databases.js';
import { migrate } from '#dist/libs/service/src/index.js';
import { Failure } from '../scripts/lib/failure.mjs';
import { startPostgres } from '../scripts/lib/postgres.mjs';
import { guardTemporary } from '../scripts/lib/processes.mjs';
import { changed, changedCopy } from './changes.mjs';
import { Coverage } from './coverage.mjs';
import { installClock } from './clock.mjs';
import { planted } from './planted.mjs';

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    hours: { type: 'string', default: '0.5' },
    mails: { type: 'string', default: '60' },
    bug: { type: 'string' },
    coverage: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});
/** @typedef {{ mails: readonly number[], failures: readonly number[] }} Without */
/** @type {Without} */
const nothing = { mails: [], failures: [] };
const owner = 'postrider_simulated';
const template = 'simulation_template';

const directory = mkdtempSync(join(tmpdir(), 'postrider-simulation-'));
chmodSync(directory, 0o711);
guardTemporary(directory);

/** A server without durability, because it is used only for minutes. */
const startServer = () =>
  startPostgres({
    directory,
    durable: false,
    settings: ['autovacuum=off', 'deadlock_timeout=10min', 'max_connections=200'],
  });

/** @param {string} url @param {readonly string[]} statements */
async function execute(url, statements) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const asOwner = (/** @type {string} */ url) =>
  Object.assign(new URL(url), { username: owner, password: owner }).toString();

/** @param {{ getUrl: (database: string) => string }} server */
async function prepareTemplate(server) {
  await execute(server.getUrl('postgres'), [
    `create role ${owner} login password '${owner}'`,
    `create database ${template} owner ${owner} template template0`,
  ]);
  const url = server.getUrl(template);
  for (const [name, definition] of Object.entries(databases))
    if (name !== 'gateway') await migrate(definition, asOwner(url));
  await installClock(url);
}

/**
 * @param {{ getUrl: (database: string) => string }} server
 * @param {string} file
 * @param {string} seed
 * @param {Without} without left out
 * @returns {Promise<any>}
 */
async function run(server, file, seed, without = nothing) {
  const name = `run_${process.pid}_${(runs += 1)}`;
  await execute(server.getUrl('postgres'), [
    `create database ${name} owner ${owner} template ${template} strategy file_copy`,
  ]);
  const url = server.getUrl(name);
  const counted = join(directory, `coverage-${runs}`);
  const child = fork(file, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...(given.coverage && { NODE_V8_COVERAGE: counted }) },
  });
  const ended = once(child, 'exit');
  const result = await new Promise((resolve) => {
    child.once('message', resolve);
    child.once('exit', (code) => resolve({ seed, violations: [`The process ended with ${code}`], timeline: [] }));
    child.send({
      seed,
      hours: Number(given.hours),
      mails: Number(given.mails),
      superuserUrl: url,
      databaseUrl: asOwner(url),
      traced: given.trace,
      without,
    });
  });
  await ended;
  if (given.coverage) coverage.take(counted);
  await execute(server.getUrl('postgres'), [`drop database ${name} with (force)`]);
  return result;
}
let runs = 0;
const coverage = new Coverage();

/** The simulator with a planted bug, or without. */
function copySimulator(/** @type {string | undefined} */ bug) {
  const found = bug === undefined ? { changes: [] } : planted[bug];
  if (!found) throw new Failure(`No bug is named ${bug}; there are ${Object.keys(planted).join(', ')}`);
  return changedCopy(join(directory, bug ?? 'unchanged'), found.changes);
}

/**
 * Runs the seeds, as many at a time as there are processors. `report` is called with each result in their order, and
 * returns whether to go on.
 *
 * @param {string} file
 * @param {readonly string[]} seeds
 * @param {(result: any) => boolean} report
 */
async function runAll(file, seeds, report) {
  const parallel = availableParallelism();
  let goesOn = true;
  for (let first = 0; goesOn && first < seeds.length; first += parallel)
    for (const result of await Promise.all(seeds.slice(first, first + parallel).map((seed) => run(server, file, seed))))
      goesOn &&= report(result);
}

const numbered = (/** @type {number} */ first, /** @type {number} */ count) =>
  Array.from({ length: count }, (_none, index) => String(first + index));

/** Runs the seeds that were asked for. */
async function search(/** @type {string} */ file) {
  const seeds = given.seed === undefined ? numbered(Number(given.first), Number(given.seeds)) : [given.seed];
  /** @type {any[]} */
  const failing = [];
  /** @type {Map<string, string>} */
  const digests = new Map();
  await runAll(file, given.twice ? seeds.flatMap((seed) => [seed, seed]) : seeds, (result) => {
    const {
      seed,
      digest,
      violations,
      timeline,
      trace,
      mails,
      received,
      posts,
      reports,
      crashes,
      steps,
      simulatedMs,
      realMs,
    } = result;
    const hours = (simulatedMs / 3_600_000).toFixed(1);
    const seconds = (realMs / 1_000).toFixed(1);
    console.log(
      `seed ${seed}: ${digest}, ${mails} mails, ${received} received, ${posts} posts, ${reports} reports, ${crashes} crashes, ${steps} steps, ${hours} h in ${seconds} s`,
    );
    if (trace) console.log(trace.join('\n'));
    if ((digests.get(seed) ?? digest) !== digest) violations.push('The same seed took other steps than before');
    digests.set(seed, digest);
    if (violations.length === 0) return true;
    process.exitCode = 1;
    if (given.seed !== undefined && !given.shrink) console.log(timeline.join('\n'));
    if (given.shrink) failing.push(result);
    console.log(violations.map((/** @type {string} */ violation) => `  ${violation}`).join('\n'));
    console.log(`  Again, with its timeline: npm run simulate -- --seed ${seed}`);
    return true;
  });
  for (const result of failing) {
    const { timeline, violations } = await shrink(file, result);
    console.log([...timeline, ...violations.map((/** @type {string} */ violation) => `  ${violation}`)].join('\n'));
  }
}

const maxShrinkRuns = 60;

/**
 * Omits emails and failures as long as the auditor still finds something, and returns the last such result.
 *
 * @param {string} file
 * @param {any} found
 */
async function shrink(file, found) {
  let smallest = found;
  /** @type {{ mails: number[], failures: number[] }} */
  const without = { mails: [], failures: [] };
  let runs = 0;
  for (const part of /** @type {const} */ (['failures', 'mails'])) {
    let left = Array.from({ length: part === 'mails' ? Number(given.mails) : found.failures }, (_none, index) => index);
    for (let size = Math.ceil(left.length / 2); size >= 1 && runs < maxShrinkRuns; size = Math.floor(size / 2))
      for (let at = 0; at < left.length && runs < maxShrinkRuns;) {
        const chosen = left.slice(at, at + size);
        const tried = { ...without, [part]: [...without[part], ...chosen] };
        const result = await run(server, file, found.seed, tried);
        runs += 1;
        if (result.violations.length === 0) at += size;
        else {
          smallest = result;
          without[part].push(...chosen);
          left = left.filter((each) => !chosen.includes(each));
        }
      }
  }
  const kept = Number(given.mails) - without.mails.length;
  console.log(`Smallest found in ${runs} runs: ${kept} emails, ${found.failures - without.failures.length} failures`);
  return smallest;
}

/** How many seeds it takes to find each planted bug. */
async function findPlanted() {
  for (const [bug, { what }] of Object.entries(planted)) {
    let tried = 0;
    /** @type {string | undefined} */
    let violation;
    await runAll(copySimulator(bug), numbered(Number(given.first), Number(given.seeds)), ({ violations }) => {
      tried += 1;
      violation = violations[0]?.split('\n')[0];
      return violation === undefined;
    });
    if (violation === undefined) process.exitCode = 1;
    const found = violation === undefined ? `NOT FOUND in ${tried} seeds` : `found by seed ${tried}: ${violation}`;
    console.log(`${bug.padEnd(16)} ${what}\n${' '.repeat(17)}${found}`);
  }
}

// With each run: a change of the services must not leave a bug that is no longer planted.
for (const { changes } of Object.values(planted)) for (const change of changes) changed(change);
const server = await startServer();
try {
  await prepareTemplate(server);
  if (given.planted) await findPlanted();
  else await search(copySimulator(given.bug));
  if (given.coverage) console.log(coverage.report().join('\n'));
} finally {
  await server.stop(5_000);
}
