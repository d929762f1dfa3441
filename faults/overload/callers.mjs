// Aggressive callers in their own process: each has one connection, sends as soon as it is answered, and immediately
// repeats rejected requests, ignoring Retry-After. Plain sockets keep their CPU usage low on the shared machine.
import { connect } from 'node:net';

/** Without a response in this time the caller reconnects and repeats the request. */
const timeoutMs = 5_000;
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };
let next = 0;

/** @typedef {Map<number, number>} Counts @typedef {ReturnType<Callers['end']>} Figures */

class Callers {
  calling = true;
  startedAt = performance.now();
  accepted = { count: 0, times: /** @type {number[]} */ ([]) };
  rejected = { times: /** @type {number[]} */ ([]), withoutRetryAfter: 0, byStatus: /** @type {Counts} */ (new Map()) };
  unanswered = 0;
  /** @type {Set<import('node:net').Socket>} */
  open = new Set();

  /** @param {{ port: number, key: string, template: string }} target */
  constructor({ port, key, template }) {
    this.port = port;
    this.key = key;
    this.template = template;
  }

  request() {
    next += 1;
    const n = next;
    const body = JSON.stringify({
      template: this.template,
      recipient: { address: `o${n}@example.com` },
      sender,
      template_data: { n },
    });
    return [
      'POST /api/v1/send HTTP/1.1',
      'host: localhost',
      `authorization: Basic ${Buffer.from(`${this.key}:`).toString('base64')}`,
      `idempotency-key: overload-${n}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  }

  call(request = this.request()) {
    if (!this.calling) return;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.open.add(socket);
    /** @type {string | undefined} */
    let pending = request;
    let startedAt = 0;
    let text = '';
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const requestNext = () => {
      startedAt = performance.now();
      socket.write(pending ?? '');
      timer = setTimeout(() => socket.destroy(), timeoutMs);
    };
    socket.setEncoding('latin1');
    socket.once('connect', requestNext);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.open.delete(socket);
      clearTimeout(timer);
      if (!this.calling) return;
      if (pending !== undefined) this.unanswered += 1;
      setTimeout(() => this.call(pending), 50);
    });
    socket.on('data', (chunk) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (text.length < head + 4 + length) return;
      clearTimeout(timer);
      const wasAccepted = this.record(text.slice(0, head), performance.now() - startedAt);
      const closes = /^connection: close/im.test(text);
      text = '';
      if (wasAccepted) pending = undefined;
      if (!this.calling) socket.end();
      else if (!closes) {
        pending ??= this.request();
        requestNext();
      }
    });
  }

  /** Records a response; true if the request was accepted. */
  record(/** @type {string} */ head, /** @type {number} */ ms) {
    const status = Number(head.slice(9, 12));
    if (status === 200) {
      this.accepted.count += 1;
      this.accepted.times.push(ms);
      return true;
    }
    this.rejected.times.push(ms);
    this.rejected.byStatus.set(status, (this.rejected.byStatus.get(status) ?? 0) + 1);
    if (!/^retry-after: [1-9]/im.test(head)) this.rejected.withoutRetryAfter += 1;
    return false;
  }

  begin(/** @type {number} */ connections) {
    for (let n = 0; n < connections; n += 1) this.call();
  }

  end() {
    this.calling = false;
    const seconds = (performance.now() - this.startedAt) / 1_000;
    for (const socket of this.open) socket.destroy();
    return {
      seconds,
      perSecond: this.accepted.count / seconds,
      accepted: this.accepted.count,
      acceptedMs: figures(this.accepted.times),
      rejected: this.rejected.times.length,
      rejectedMs: figures(this.rejected.times),
      byStatus: [...this.rejected.byStatus],
      withoutRetryAfter: this.rejected.withoutRetryAfter,
      unanswered: this.unanswered,
    };
  }
}

function figures(/** @type {number[]} */ times) {
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** @type {Callers | undefined} */
let callers;
process.on('message', (/** @type {any} */ { target, connections }) => {
  if (target) {
    callers = new Callers(target);
    callers.begin(connections);
  } else process.send?.(callers?.end());
});
process.on('disconnect', () => process.exit(0));
