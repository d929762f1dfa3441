// Keeps connections busy with one POST for some seconds, in its own process. Sends the results to its parent.
import { Agent, request } from 'node:http';

const {
  LOAD_PORT: port,
  LOAD_PATH: path,
  LOAD_TYPE: type,
  LOAD_BODY: body = '',
  LOAD_KEY: key,
  LOAD_UNIQUE: unique,
  LOAD_KEYED: isKeyed,
  LOAD_CONNECTIONS: connections,
  LOAD_SECONDS: seconds,
  LOAD_PER_SECOND: rate = '0',
} = process.env;
/** Between the attempts of a connection while the server is away. */
const rejectedPauseMs = 50;
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = {
  'content-type': type,
  'content-length': Buffer.byteLength(body),
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
};
const until = performance.now() + Number(seconds) * 1000;
/** @type {number[]} */
const latencies = [];
let failed = 0;
let sent = 0;
/** @type {string[]} */
const acknowledged = [];
/** A number of the same length as `unique`, which it replaces in the body. */
const nextId = () => (unique === undefined ? '' : String((sent += 1)).padStart(unique.length, '0'));

function once() {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const id = nextId();
    const startedAt = performance.now();
    const requests = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: isKeyed ? { ...headers, 'idempotency-key': `${process.pid} ${id}` } : headers,
      },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) {
            latencies.push(performance.now() - startedAt);
            if (unique !== undefined) acknowledged.push(id);
          } else failed += 1;
          resolve();
        });
      },
    );
    requests.on('error', () => {
      failed += 1;
      setTimeout(resolve, rejectedPauseMs);
    });
    requests.end(unique === undefined ? body : body.replaceAll(unique, id));
  });
}

/** Sends as fast as the responses come. */
async function closedLoop() {
  while (performance.now() < until) await once();
}

/** Sends at a fixed rate, independent of the responses. */
async function openLoop() {
  const pending = [];
  const startedAt = performance.now();
  for (let n = 0; performance.now() < until; n += 1) {
    const wait = startedAt + (n * 1000) / Number(rate) - performance.now();
    if (wait > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    pending.push(once());
  }
  await Promise.all(pending);
}

const startedAt = performance.now();
if (Number(rate) > 0) await openLoop();
else await Promise.all(Array.from({ length: Number(connections) }, closedLoop));
const elapsed = (performance.now() - startedAt) / 1000;
latencies.sort((a, b) => a - b);
const quantile = (/** @type {number} */ share) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
process.send?.({
  perSecond: latencies.length / elapsed,
  p50: quantile(0.5),
  p99: quantile(0.99),
  answered: latencies.length,
  failed,
  acknowledged,
  cpuMs: (({ user, system }) => (user + system) / 1000)(process.cpuUsage()),
});
process.disconnect();
