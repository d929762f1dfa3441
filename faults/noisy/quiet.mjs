// The quiet account sends at a fixed rate, or from some connections as fast as it is answered, in its own process
// that does nothing else. Times count from the actual start of a request, so that a late timer of this
// process does not count against the service.
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './figures.mjs';

const timeoutMs = 15_000;
const sender = { address: 'billing@quiet.example', reply_to: 'help@quiet.example', name: 'Quiet' };

try {
  // Waiting for a CPU in this process would count as waiting for a response.
  setPriority(-10);
} catch {
  // Needs root; without it the measured times are slightly too long.
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let sent = 0;

/**
 * @typedef {{ port: number, key: string, template: string, fields?: object }} Target
 *
 * @typedef {object} Tally
 * @property {Map<number | string, number>} responses
 * @property {number[]} times
 * @property {[recipient: string, when: number][]} accepted
 * @property {number[]} late
 *
 * @typedef {(target: Target, load: import('./neighbours.mjs').Load, tally: Tally) => Promise<void>} Send
 */

/** @type {(target: Target, tally: Tally) => Promise<void>} */
function send({ port, key, template, fields }, tally) {
  sent += 1;
  const address = `r${sent}@quiet.example`;
  const body = JSON.stringify({ template, recipient: { address }, sender, template_data: { n: sent }, ...fields });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  };
  const start = performance.now();
  return new Promise((resolve) => {
    const done = (/** @type {number | string} */ status) => {
      tally.responses.set(status, (tally.responses.get(status) ?? 0) + 1);
      tally.times.push(performance.now() - start);
      if (status === 200) tally.accepted.push([address, Date.now()]);
      resolve();
    };
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path: '/api/v1/send', method: 'POST', headers, timeout: timeoutMs },
      (response) => {
        response.resume();
        response.once('end', () => done(response.statusCode ?? 'none'));
        response.once('error', () => done('none'));
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.once('error', () => done('none'));
    outgoing.end(body);
  });
}

/** @type {Send} at a fixed rate, independent of the responses */
async function atRate(target, { perSecond = 0, seconds }, tally) {
  const start = performance.now();
  const pending = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = start + (n * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    tally.late.push(performance.now() - due);
    pending.push(send(target, tally));
  }
  await Promise.all(pending);
}

/** @type {Send} as fast as the responses come */
async function fromConnections(target, { connections = 0, seconds }, tally) {
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) await send(target, tally);
    }),
  );
}

process.on('message', async (/** @type {any} */ { target, load }) => {
  /** @type {Tally} */
  const tally = { responses: new Map(), times: [], accepted: [], late: [0] };
  const start = performance.now();
  await (load.perSecond === undefined ? fromConnections : atRate)(target, load, tally);
  const elapsed = (performance.now() - start) / 1_000;
  process.send?.({
    perSecond: tally.accepted.length / elapsed,
    p50: quantile(tally.times, 0.5),
    p99: quantile(tally.times, 0.99),
    max: quantile(tally.times, 1),
    late: quantile(tally.late, 0.99),
    responses: [...tally.responses],
    accepted: tally.accepted,
  });
});
process.on('disconnect', () => process.exit(0));
