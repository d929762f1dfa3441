// Keeps connections busy with emails by SMTP for some seconds, in its own process: the same for every server. Sends the
// results to its parent; the ids of accepted emails with SUBMIT_IDS.
import { connect } from 'node:net';

const {
  SUBMIT_PORT: port,
  SUBMIT_KEY: key,
  SUBMIT_MAIL: mail = '',
  SUBMIT_CONNECTIONS: connections,
  SUBMIT_RECIPIENTS: recipients,
  SUBMIT_SECONDS: seconds,
  SUBMIT_IDS: keepsIds,
} = process.env;
const until = performance.now() + Number(seconds) * 1_000;
const lostConnectionMs = 100;
/** @type {number[]} */
const latencies = [];
/** @type {string[]} */
const ids = [];
let sent = 0;
let failed = 0;

/** Sends emails over one connection until the time is over or the connection is. */
function session() {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    /** @type {((reply: string) => void)[]} */
    const waiting = [];
    let received = '';
    let id = '';
    let startedAt = 0;
    socket.on('data', (text) => {
      received += text;
      for (let whole = wholeReply(received); whole !== undefined; whole = wholeReply(received)) {
        received = received.slice(whole.length);
        (waiting.shift() ?? (() => undefined))(whole);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    const request = (/** @type {string} */ text, /** @type {(reply: string) => void} */ then) => {
      waiting.push(then);
      socket.write(text);
    };
    const next = () => {
      if (performance.now() >= until) {
        socket.end('QUIT\r\n');
        return;
      }
      startedAt = performance.now();
      id = `${process.pid}-${(sent += 1)}`;
      const ignore = () => undefined;
      // Pipelined: only the reply to DATA matters.
      waiting.push(ignore, ignore);
      request(
        `MAIL FROM:<shop@acme.example>\r\nRCPT TO:<r${sent % Number(recipients)}@example.com>\r\nDATA\r\n`,
        (reply) => {
          if (!reply.startsWith('354')) return give(false);
          return request(mail.replaceAll('unique-id', id), (accepted) => give(accepted.startsWith('250')));
        },
      );
    };
    const give = (/** @type {boolean} */ isAccepted) => {
      if (isAccepted) {
        latencies.push(performance.now() - startedAt);
        if (keepsIds) ids.push(id);
        next();
        return;
      }
      failed += 1;
      socket.destroy();
    };
    request('', () =>
      request('EHLO bench.example\r\n', () =>
        key === undefined
          ? next()
          : request(`AUTH PLAIN ${btoa(`\0postrider\0${key}`)}\r\n`, (reply) =>
              reply.startsWith('235') ? next() : socket.destroy(),
            ),
      ),
    );
  });
}

const wholeReply = (/** @type {string} */ text) => /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(text)?.[0];

async function closedLoop() {
  while (performance.now() < until) {
    const before = latencies.length;
    await session();
    if (latencies.length === before)
      await new Promise((resolve) => {
        setTimeout(resolve, lostConnectionMs);
      });
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, closedLoop));
const elapsed = (performance.now() - startedAt) / 1_000;
latencies.sort((a, b) => a - b);
const quantile = (/** @type {number} */ share) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
process.send?.({
  perSecond: latencies.length / elapsed,
  p50: quantile(0.5),
  p99: quantile(0.99),
  answered: latencies.length,
  failed,
  ids,
  cpuMs: (({ user, system }) => (user + system) / 1_000)(process.cpuUsage()),
});
if (process.connected) process.disconnect();
