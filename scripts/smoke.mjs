#!/usr/bin/env node
// Proves `npm start` as a newcomer uses it: start, make a template, send, read the log, see the mail, stop, nothing left behind.
// Takes the options of npm start: node scripts/smoke.mjs [--rabbitmq]
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, whyNotListen } from './lib/ports.mjs';
import { descendantsOf, processTable } from './lib/processes.mjs';
import { project } from './lib/project.mjs';

const startDeadlineMs = 180_000; // with the installation and the build, on a slow machine
const requestDeadlineMs = 10_000;
const mailDeadlineMs = 30_000;
const stopDeadlineMs = 10_000;
/** Handed to the provider, or what can only come after that. */
const sentStatuses = ['sent', 'processed', 'delivered'];

const directory = mkdtempSync(join(tmpdir(), 'postrider-smoke-'));
const [port, pagePort, smtpPort] = await freePorts(3);
/** The one that npm start makes, and prints. */
const liveKey = () => JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')).liveKey;
const example = (name) => JSON.parse(readFileSync(join(project, 'examples', 'receipt', name), 'utf8'));

function check(holds, what, otherwise) {
  if (!holds) throw new Error(`${what}: ${otherwise}`);
  console.log(`  ok  ${what}`);
}

async function call(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${liveKey()}:`)}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(requestDeadlineMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Polls until the question has a truthy answer, which is returned; undefined when there was none in time. */
async function until(question, deadlineMs) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await sleep(100)) {
    const answer = await question();
    if (answer) return answer;
  }
  return undefined;
}

/** `Your order {{order.number}}` with the data put in: enough for the subject of the example. */
const filled = (text, data) =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_token, path) =>
    path.split('.').reduce((value, name) => value?.[name], data),
  );

async function sendAndSee() {
  const [template, send] = [example('template.json'), example('send.json')];
  const created = await call('POST', '/templates', template);
  check(/^tem_\w+$/.test(created.id), 'POST /templates answers the id of the template', JSON.stringify(created));

  const accepted = await call('POST', '/send', { ...send, template: created.id });
  check(
    accepted.success === true && /^log_\w+$/.test(accepted.receipt_id),
    'POST /send accepts the mail',
    JSON.stringify(accepted),
  );

  let log;
  const sent = await until(async () => {
    log = await call('GET', `/logs/${accepted.receipt_id}`);
    return sentStatuses.includes(log.status);
  }, mailDeadlineMs);
  check(sent, 'GET /logs/{id} says sent', `it says ${log?.status} (${log?.message}) after ${mailDeadlineMs / 1000} s`);

  const subject = filled(template.subject, send.template_data);
  const mails = async () =>
    (
      await (
        await fetch(`http://127.0.0.1:${pagePort}/api/v1/messages`, { signal: AbortSignal.timeout(requestDeadlineMs) })
      ).json()
    ).messages;
  const mail = await until(
    async () => (await mails()).find(({ To }) => To.some(({ Address }) => Address === send.recipient.address)),
    mailDeadlineMs,
  );
  check(
    mail !== undefined,
    `the mail for ${send.recipient.address} is in the catcher`,
    `it holds ${JSON.stringify(await mails())}`,
  );
  check(mail.Subject === subject, `its subject is "${subject}"`, `it is "${mail.Subject}"`);
}

/** SIGTERM to npm, as a supervisor would. */
async function stopAndLookBehind(npm) {
  const started = descendantsOf(npm.pid);
  check(started.length >= 2, `npm start runs ${started.length} processes`, 'they cannot be seen');
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
  for (const one of [port, pagePort, smtpPort]) if (await whyNotListen(one)) taken.push(one);
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
    CATCHER_HTTP_PORT: String(pagePort),
    CATCHER_SMTP_PORT: String(smtpPort),
    DATA_DIR: directory,
    BOOTSTRAP_LIVE_KEY: '',
    DATABASE_URL: '',
    AMQP_URL: '',
    DEFAULT_SMTP_URL: '',
  },
});
const output = [];
for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => output.push(chunk));
const ended = once(npm, 'exit');
try {
  const answers = () =>
    call('GET', '/templates').then(
      () => true,
      () => npm.exitCode !== null || npm.signalCode !== null,
    );
  const ready = (await until(answers, startDeadlineMs)) && npm.exitCode === null && npm.signalCode === null;
  check(
    ready,
    `GET /templates answers 200 (after ${((Date.now() - since) / 1000).toFixed(1)} s)`,
    'npm start never got there',
  );
  await sendAndSee();
  await stopAndLookBehind(npm);
  await ended;
} catch (error) {
  console.error(`FAILED  ${error.message}\n\nWhat npm start printed:\n${Buffer.concat(output)}`);
  process.exitCode = 1;
  const started = descendantsOf(npm.pid);
  npm.kill('SIGTERM');
  await Promise.race([ended, sleep(stopDeadlineMs)]);
  const table = processTable();
  for (const { pid, command } of started)
    if (table.some((one) => one.pid === pid && one.command === command)) process.kill(pid, 'SIGKILL');
} finally {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
