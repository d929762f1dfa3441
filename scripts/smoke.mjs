#!/usr/bin/env node
// Smoke-tests `npm start` like a new user: start, create a template, send, read the log, find the email, stop, check
// for leftovers. Accepts the options of npm start: node scripts/smoke.mjs [--rabbitmq]
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, check, until } from './lib/main-job.mjs';
import { freePorts, whyNotListen } from './lib/ports.mjs';
import { findDescendants, processTable, run } from './lib/processes.mjs';
import { project } from './lib/project.mjs';

const startDeadlineMs = 180_000; // includes the installation and the build on a slow machine
const stopDeadlineMs = 10_000;

const directory = mkdtempSync(join(tmpdir(), 'postrider-smoke-'));
const [port, submissionPort, pagePort, smtpPort] = await freePorts(4);
/** The key that npm start generates. */
const liveKey = () => JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')).liveKey;
const caller = new Caller({
  api: `http://127.0.0.1:${port}/api/v1`,
  catcher: `http://127.0.0.1:${pagePort}`,
  liveKey,
});

/** Runs an operator's command with only DATA_DIR set. */
async function runCommand() {
  const { code, output } = await run('npm', ['run', '--silent', 'postrider', '--', 'accounts', 'list'], {
    cwd: project,
    env: { ...process.env, DATA_DIR: directory, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  check(code === 0 && /^acc_\w+/m.test(output), 'npm run postrider -- accounts finds the running installation', output);
}

/** Sends SIGTERM to npm, like a supervisor. */
async function stopAndCheckLeftovers() {
  const started = startedByNpm();
  check(started.length >= 2, `npm start runs ${started.length} processes`, 'expected at least two');
  const since = Date.now();
  npm.kill('SIGTERM');
  const left = () =>
    processTable().filter(({ pid, command }) => started.some((one) => one.pid === pid && one.command === command));
  const stopped = await until(() => left().length === 0, stopDeadlineMs);
  check(
    stopped,
    `SIGTERM stops all of them (after ${((Date.now() - since) / 1000).toFixed(1)} s)`,
    `still there: ${left()
      .map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`)
      .join('; ')}`,
  );
  const taken = [];
  for (const one of [port, submissionPort, pagePort, smtpPort]) if (await whyNotListen(one)) taken.push(one);
  check(taken.length === 0, 'their ports are free again', taken.join(', '));
}

console.log('npm start');
const since = Date.now();
const npm = spawn('npm', ['start', '--silent', '--', ...process.argv.slice(2)], {
  cwd: project,
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
  env: {
    ...process.env,
    PORT: String(port),
    SMTP_PORT: String(submissionPort),
    CATCHER_HTTP_PORT: String(pagePort),
    CATCHER_SMTP_PORT: String(smtpPort),
    DATA_DIR: directory,
    BOOTSTRAP_LIVE_KEY: '',
    DATABASE_URL: '',
    AMQP_URL: '',
    DEFAULT_SMTP_URL: '',
  },
});
const startedByNpm = () => (npm.pid === undefined ? [] : findDescendants(npm.pid));
/** @type {Buffer[]} */
const output = [];
for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => output.push(chunk));
const ended = once(npm, 'exit');
try {
  const isUpOrExited = async () => (await caller.isReachable()) || npm.exitCode !== null || npm.signalCode !== null;
  const ready = (await until(isUpOrExited, startDeadlineMs)) && npm.exitCode === null && npm.signalCode === null;
  check(
    ready,
    `GET /templates returns 200 (after ${((Date.now() - since) / 1000).toFixed(1)} s)`,
    'npm start did not become ready',
  );
  await caller.doMainJob();
  await runCommand();
  await stopAndCheckLeftovers();
  await ended;
} catch (error) {
  console.error(
    `FAILED  ${error instanceof Error ? error.message : error}\n\nWhat npm start printed:\n${Buffer.concat(output)}`,
  );
  process.exitCode = 1;
  const started = startedByNpm();
  npm.kill('SIGTERM');
  await Promise.race([ended, sleep(stopDeadlineMs)]);
  const table = processTable();
  for (const { pid, command } of started)
    if (table.some((one) => one.pid === pid && one.command === command)) process.kill(pid, 'SIGKILL');
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
