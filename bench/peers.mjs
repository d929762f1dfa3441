// Postrider beside what teams write by hand: one row behind Express (the floor), pg-boss and BullMQ with nodemailer.
// The same orders, mail server, database server and disk; PostgreSQL and Redis flush each commit. Each is killed once.
// Postrider renders and composes each email; the others send a finished one. `npm run bench -- peers bullmq` for one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../scripts/lib/failure.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { npm } from '../scripts/lib/processes.mjs';
import { project } from '../scripts/lib/project.mjs';
import { drained, example, ms, perSecond, runLoad, withStack } from './stack.mjs';

const seconds = 6;
const queued = 2_000;
const ratePerSecond = 50;
const killAfterMs = 3_000;
/** Longer than the lease of an attempt, after which the email of a killed process is tried again. */
const recoveryMs = 150_000;
const unique = 'unique-00000000';

/**
 * One way to send, with its processes for accepting and delivering.
 *
 * @typedef {{
 *   path: string,
 *   body: object,
 *   waiting: object,
 *   start(port: number): Promise<Target>,
 *   deliver?(): Promise<unknown>,
 *   kill(): Promise<unknown>,
 *   stop(): Promise<unknown>,
 * }} Peer `waiting`: the body of an email that stays in the queue until `deliver`; without `deliver` nothing is sent
 */

const wanted = process.argv.slice(2);
const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
  cwd: join(project, 'bench', 'peers'),
  stdio: ['ignore', 'pipe', 'pipe'],
});
if (code !== 0) throw new Failure(output);

await withStack(async (stack) => {
  const sink = await stack.startSink({ SINK_IDS: 'true' });
  const { peer: postrider, mail } = await postriderIn(stack, sink);
  const byHand = await byHandIn(stack, sink, mail);
  /** @type {Record<string, () => Promise<Peer> | Peer>} */
  const peers = { floor: () => byHand('floor'), 'pg-boss': () => byHand('pg-boss'), bullmq: () => byHand('bullmq') };
  peers.postrider = () => postrider;
  print('', ['accepted', 'both: accepted', 'both: delivered', 'full queue', 'p50', 'p99', 'lost', 'doubled']);
  for (const [name, peer] of Object.entries(peers))
    if (wanted.length === 0 || wanted.includes(name)) print(name, await measure(await peer(), sink));
  console.log(
    `An email of ${JSON.stringify(mail).length} bytes, ${seconds} s each with 64 connections; p50 and p99 of answers at ` +
      `${ratePerSecond}/s beside delivery; lost and doubled after SIGKILL to all its processes in the middle of a run`,
  );
});

function print(/** @type {string} */ name, /** @type {string[]} */ cells) {
  console.log([name, ...cells].map((cell) => cell.padEnd(17)).join(''));
}

/**
 * @param {Peer} peer
 * @param {MailSink} sink
 */
async function measure(peer, sink) {
  const [port] = await freePorts(1);
  const target = await peer.start(port);
  const load = (/** @type {Partial<Parameters<typeof runLoad>[1]>} */ options) =>
    runLoad(target, { path: peer.path, body: peer.body, seconds, ...options });
  await load({ body: peer.waiting, seconds: 2 });
  const accepted = perSecond((await load({ body: peer.waiting })).perSecond);
  const { deliver } = peer;
  if (!deliver) {
    const { p50, p99 } = await load({ rate: ratePerSecond });
    await peer.stop();
    return [accepted, '', '', '', ms(p50), ms(p99)];
  }
  const fullQueue = await drained(sink, queued, deliver);
  await quiet(sink);
  const before = await sink.count();
  const startedAt = performance.now();
  const both = await load({});
  const delivered = ((await sink.count()) - before) / ((performance.now() - startedAt) / 1_000);
  await quiet(sink);
  const { p50, p99 } = await load({ rate: ratePerSecond });
  const { lost, doubled } = await killed(peer, sink, { port, load });
  await peer.stop();
  return [
    accepted,
    perSecond(both.perSecond),
    perSecond(delivered),
    perSecond(fullQueue),
    ms(p50),
    ms(p99),
    String(lost),
    String(doubled),
  ];
}

/** Kills all processes under load, starts them again, and compares the responses with the emails that arrived. */
async function killed(
  /** @type {Peer} */ peer,
  /** @type {MailSink} */ sink,
  /** @type {{ port: number, load(options: object): Promise<Load> }} */ { port, load },
) {
  const earlier = (await sink.ids()).length;
  const body = { ...peer.body, headers: { 'X-Bench-ID': unique } };
  const running = load({ body, unique, seconds: (2 * killAfterMs) / 1_000 });
  await sleep(killAfterMs);
  await peer.kill();
  await peer.start(port);
  await peer.deliver?.();
  const { acknowledged } = await running;
  const arrivals = async () => (await sink.ids()).slice(earlier);
  for (const until = Date.now() + recoveryMs; ; await sleep(1_000)) {
    const arrived = new Set(await arrivals());
    const lost = acknowledged.filter((id) => !arrived.has(id)).length;
    if (lost > 0 && Date.now() < until) continue;
    await quiet(sink);
    return { lost, doubled: (await arrivals()).length - new Set(await arrivals()).size };
  }
}

/** Waits until no email has arrived for two seconds. */
async function quiet(/** @type {Sink} */ sink) {
  for (let before = -1, now = await sink.count(); now !== before; now = await sink.count()) {
    before = now;
    await sleep(2_000);
  }
}

async function postriderIn(/** @type {Stack} */ stack, /** @type {MailSink} */ sink) {
  const postrider = await stack.startInstallation({ smtpUrl: sink.url, environment: { SMTP_CONNECTIONS: '10' } });
  const { id: template } = await postrider.post('/templates', example('template'));
  const body = { ...example('send'), template };
  const { receipt_id } = await postrider.post('/send', body);
  const { subject, html, text } = await postrider.get(`/logs/${receipt_id}/mail`);
  const sql = await stack.connect();
  /** @type {Peer} */
  const peer = {
    path: '/api/v1/send',
    body,
    waiting: { ...body, send_at: Math.floor(Date.now() / 1_000) + 12 * 3_600 },
    start: async () => {
      await Promise.all(postrider.ended.map((name) => postrider.startApp(name)));
      return postrider;
    },
    deliver: () => sql.query("update delivery.work set due_at = now() where due_at > now() + interval '1 hour'"),
    kill: () => Promise.all(postrider.names.map((name) => postrider.end(name, 'SIGKILL'))),
    stop: () => postrider.stop(),
  };
  return { peer, mail: { subject, html, text } };
}

async function byHandIn(/** @type {Stack} */ stack, /** @type {Sink} */ sink, /** @type {object} */ mail) {
  const mailFile = join(stack.directory, 'mail.json');
  writeFileSync(mailFile, JSON.stringify(mail));
  const body = { ...example('send'), template: 'receipt' };
  return async (/** @type {'floor' | 'pg-boss' | 'bullmq'} */ name) => {
    const redisPort = name === 'bullmq' ? await stack.startRedis() : 0;
    const start = async (/** @type {string} */ parts, port = 0) => {
      const started = stack.startScript('peers/peer.mjs', {
        PEER: name,
        PARTS: parts,
        PORT: String(port),
        MAIL: mailFile,
        SMTP_PORT: String(sink.port),
        DATABASE_URL: stack.databaseUrl,
        REDIS_PORT: String(redisPort),
      });
      await new Promise((resolve) => started.child.once('message', resolve));
      processes.push(started);
    };
    /** @type {ReturnType<Stack['startScript']>[]} */
    const processes = [];
    const end = () => Promise.all(processes.splice(0).map(({ kill, exited }) => (kill(), exited)));
    /** @type {Peer} */
    const peer = {
      path: '/send',
      body,
      waiting: body,
      start: async (port) => {
        await start('api', port);
        return { port, liveKey: '' };
      },
      ...(name !== 'floor' && { deliver: () => start('workers') }),
      kill: end,
      stop: end,
    };
    return peer;
  };
}
