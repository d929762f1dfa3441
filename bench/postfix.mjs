// Emails per second by SMTP, accepted and meanwhile delivered, compared with Postfix of the system on the same disk;
// then kill -9 of all processes in the middle. Needs root and Postfix: apt-get install postfix.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../scripts/lib/failure.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { appNames } from '../scripts/lib/installation.mjs';
import { findDescendants } from '../scripts/lib/processes.mjs';
import { median, buildMime, perSecond, runSubmit, withStack } from './stack.mjs';

const rounds = 3;
const seconds = 10;
const connections = 64;
const drainTimeoutMs = 180_000;
/** Kills come in the middle of this. */
const killSeconds = 8;
const downMs = 1_000;
/** Some 20 KB. */
const rows = 260;
const program = '/usr/sbin/postfix';

/**
 * @typedef {Awaited<ReturnType<Stack['startSink']>>} IdSink
 * @typedef {object} Server
 * @property {number} port
 * @property {string} [key]
 * @property {IdSink} sink
 * @property {() => unknown} kill
 * @property {() => unknown} restart
 */

function postfix(/** @type {string} */ directory, /** @type {string} */ command) {
  const { status, stderr } = spawnSync(program, ['-c', directory, command], { encoding: 'utf8' });
  if (status !== 0 && command !== 'stop') throw new Failure(`postfix ${command}: ${stderr.trim()}`);
}

/** Postfix with the defaults of its package, as a relay to the sink. @returns {Promise<Server>} */
async function startPostfix(/** @type {Stack} */ { directory: parent, stops }, /** @type {IdSink} */ sink) {
  const directory = join(parent, 'postfix');
  const [port] = await freePorts(1);
  mkdirSync(join(directory, 'queue'), { recursive: true });
  mkdirSync(join(directory, 'data'));
  spawnSync('chown', ['postfix', join(directory, 'data')]);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(directory, 'queue'),
    data_directory: join(directory, 'data'),
    maillog_file: join(directory, 'log'),
    maillog_file_prefixes: directory,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    myhostname: 'bench.example',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    relayhost: `[127.0.0.1]:${sink.port}`,
    // Of one client: the generator.
    smtpd_client_connection_count_limit: '0',
  };
  writeFileSync(
    join(directory, 'main.cf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  const services = readFileSync('/etc/postfix/master.cf', 'utf8')
    .split('\n')
    .map((line) => line.replace(/^smtp(\s+inet)/, `127.0.0.1:${port}$1`))
    .map((line) => line.replace(/^(\S+\s+(?:inet|unix)\s+\S+\s+\S+\s+)[-y](\s)/, '$1n$2'));
  writeFileSync(join(directory, 'master.cf'), `${services.join('\n')}\n`);
  postfix(directory, 'start');
  stops.unshift(async () => postfix(directory, 'stop'));
  const master = () => Number(readFileSync(join(directory, 'queue', 'pid', 'master.pid'), 'utf8'));
  return {
    port,
    sink,
    kill() {
      const pid = master();
      for (const each of [...findDescendants(pid), { pid }]) process.kill(each.pid, 'SIGKILL');
    },
    restart: () => postfix(directory, 'start'),
  };
}

/** @returns {Promise<Server>} */
async function startPostrider(/** @type {Stack} */ stack, /** @type {IdSink} */ sink) {
  const [port] = await freePorts(1);
  const postrider = await stack.startInstallation({
    smtpUrl: sink.url,
    environments: { gateway: { SMTP_PORT: String(port) } },
  });
  return {
    port,
    key: postrider.liveKey,
    sink,
    kill: () => Promise.all(appNames.map((name) => postrider.end(name, 'SIGKILL'))),
    restart: () => Promise.all(appNames.map((name) => postrider.startApp(name))),
  };
}

/** Waits until the sink has all of these emails, or gets no more. */
async function drainedIds(/** @type {IdSink} */ sink, /** @type {readonly string[]} */ accepted) {
  for (const until = Date.now() + drainTimeoutMs; ; await sleep(1_000)) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const id of await sink.ids()) counts.set(id, (counts.get(id) ?? 0) + 1);
    const lost = accepted.filter((id) => !counts.has(id)).length;
    if (lost > 0 && Date.now() < until) continue;
    return { lost, doubled: accepted.filter((id) => (counts.get(id) ?? 0) > 1).length };
  }
}

async function round(/** @type {Server} */ server, /** @type {string} */ mail) {
  const before = await server.sink.count();
  const load = await runSubmit(server, { mail, seconds, connections, keepsIds: true });
  const delivered = ((await server.sink.count()) - before) / seconds;
  return { accepted: load.perSecond, delivered, failed: load.failed, ...(await drainedIds(server.sink, load.ids)) };
}

/** The load goes on while the server is down and again up. */
async function killRound(/** @type {Server} */ server, /** @type {string} */ mail) {
  const submitting = runSubmit(server, { mail, seconds: killSeconds * 2, connections, keepsIds: true });
  await sleep(killSeconds * 1_000);
  await server.kill();
  await sleep(downMs);
  await server.restart();
  const { ids, failed } = await submitting;
  return { accepted: ids.length, failed, ...(await drainedIds(server.sink, ids)) };
}

if (!existsSync(program) || process.getuid?.() !== 0) {
  console.error('This benchmark needs root and Postfix: apt-get install postfix');
  process.exit(1);
}
await withStack(async (stack) => {
  const row = '<tr><td style="padding:4px">A line of the receipt</td><td>12.50</td></tr>\n';
  const html = `<h1>Your receipt</h1>\n<table>\n${row.repeat(rows)}</table>\nunique-id`;
  const mail = buildMime({ html, text: 'Your receipt\nunique-id', subject: 'Your receipt' });
  const servers = {
    postfix: await startPostfix(stack, await stack.startSink({ SINK_IDS: 'true' })),
    postrider: await startPostrider(stack, await stack.startSink({ SINK_IDS: 'true' })),
  };
  /** @type {Record<string, Awaited<ReturnType<typeof round>>[]>} */
  const runs = { postfix: [], postrider: [] };
  for (let n = 0; n <= rounds; n += 1)
    for (const [name, server] of Object.entries(servers)) {
      const run = await round(server, mail);
      // The first round warms up.
      if (n > 0) runs[name].push(run);
    }
  for (const what of /** @type {const} */ (['accepted', 'delivered'])) {
    const rate = (/** @type {string} */ name) => median(runs[name].map((run) => run[what]));
    const ratio = (rate('postrider') / rate('postfix')).toFixed(2);
    const goal = what === 'accepted' ? 1.5 : 1.2;
    console.log(
      `${what.padEnd(10)}postfix ${perSecond(rate('postfix'))}  postrider ${perSecond(rate('postrider'))}   ratio ${ratio} (goal ${goal})`,
    );
  }
  for (const [name, server] of Object.entries(servers)) {
    const { accepted, lost, doubled, failed } = await killRound(server, mail);
    console.log(`kill -9    ${name}: ${accepted} accepted, ${lost} lost, ${doubled} twice, ${failed} refused`);
  }
  const sum = (/** @type {'failed' | 'lost' | 'doubled'} */ what) =>
    Object.values(runs)
      .flat()
      .reduce((total, run) => total + run[what], 0);
  console.log(
    `emails of ${mail.length} bytes, ${connections} connections, ${rounds} rounds of ${seconds} s, medians; accepted and at the same time delivered; ${sum('failed')} refused, ${sum('lost')} lost, ${sum('doubled')} twice`,
  );
});
