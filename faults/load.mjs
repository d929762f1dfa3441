// A well-behaved caller: every send has an Idempotency-Key, and requests without a response or with Retry-After are
// repeated with it. Its responses are the reference for the database and the mail server.
import { setTimeout as sleep } from 'node:timers/promises';

export const requestTimeoutMs = 15_000;
const retryMs = { first: 200, max: 2_000 };
const repeatEvery = 10;
const maxRequests = 4_000;
/** Requests in flight, including those that wait for a retry. */
const maxInFlight = 64;
export const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/**
 * @typedef {{ status: number, isLater: boolean, body: any }} ApiResponse
 * @typedef {(n: number) => object} Extra additional fields of the nth send
 * @typedef {{ api: string, headers: Record<string, string> }} Target the address and the headers of every request
 */

/**
 * A POST of the nth send; undefined without a response.
 *
 * @param {Target} target
 * @param {string} path
 * @param {number} n
 * @param {object} body
 * @returns {Promise<ApiResponse | undefined>}
 */
export async function post({ api, headers: own }, path, n, body) {
  try {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { ...own, 'idempotency-key': `fault-${n}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const { status, headers } = response;
    return { status, isLater: status >= 500 || headers.has('retry-after'), body: await response.json() };
  } catch {
    return undefined;
  }
}

/** @type {import('./doors.mjs').SendMail} */
const sendTemplate = ({ target, template, extra }, n) =>
  post(target, '/send', n, {
    template,
    recipient: { address: `r${n}@example.com` },
    sender,
    template_data: { n },
    ...extra(n),
  });

export class Load {
  /** @type {Map<number, string>} receipt ids by number of request */
  accepted = new Map();
  /** @type {Map<number, ApiResponse>} final responses other than 200 */
  rejected = new Map();
  /** @type {number[]} repeats with another answer */
  mismatched = [];
  /** @type {Set<number>} */
  unanswered = new Set();
  repeats = 0;
  /** @type {Map<number | string, number>} count of responses by status, `none` without a response */
  responses = new Map();

  next = 0;
  /** @type {Set<Promise<void>>} */
  running = new Set();
  stopping = false;
  isCancelled = false;

  /**
   * @param {Target} target
   * @param {{
   *   template: string,
   *   perSecond: number,
   *   extra?: Extra | undefined,
   *   sendMail?: import('./doors.mjs').SendMail | undefined,
   * }} options `sendMail`: another interface than `POST /send` with a template
   */
  constructor(target, { template, perSecond, extra = () => ({}), sendMail = sendTemplate }) {
    this.target = target;
    this.template = template;
    this.perSecond = perSecond;
    this.extra = extra;
    this.sendMail = sendMail;
  }

  /** Sends at the given rate until `finish`, with at most `maxInFlight` requests in flight. */
  start() {
    this.stopping = false;
    this.loop = (async () => {
      while (!this.stopping && this.next < maxRequests) {
        await sleep(1_000 / this.perSecond);
        if (this.running.size >= maxInFlight) continue;
        const sending = this.send(this.next).finally(() => this.running.delete(sending));
        this.running.add(sending);
        this.next += 1;
      }
    })();
  }

  /** Stops new requests. Those in flight are repeated until they are answered or the deadline passes. */
  async finish(/** @type {number} */ deadlineMs) {
    this.stopping = true;
    await this.loop;
    const timer = setTimeout(() => {
      this.isCancelled = true;
    }, deadlineMs);
    await Promise.all(this.running);
    clearTimeout(timer);
  }

  /** `count` sends, eight at a time. */
  async burst(/** @type {number} */ count) {
    const until = this.next + count;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (this.next < until) {
          this.next += 1;
          await this.send(this.next - 1);
        }
      }),
    );
  }

  async send(/** @type {number} */ n) {
    const response = await this.untilResponded(n);
    if (response === undefined) {
      this.unanswered.add(n);
      return;
    }
    if (response.status !== 200) {
      this.rejected.set(n, response);
      return;
    }
    this.accepted.set(n, response.body.receipt_id);
    if (n % repeatEvery !== 0) return;
    const repeated = await this.untilResponded(n);
    this.repeats += 1;
    if (repeated !== undefined && repeated.body?.receipt_id !== response.body.receipt_id) this.mismatched.push(n);
  }

  async untilResponded(/** @type {number} */ n) {
    for (let wait = retryMs.first; !this.isCancelled; wait = Math.min(wait * 2, retryMs.max)) {
      const response = await this.sendMail(this, n);
      this.responses.set(response?.status ?? 'none', (this.responses.get(response?.status ?? 'none') ?? 0) + 1);
      if (response !== undefined && !response.isLater) return response;
      await sleep(wait * (0.5 + Math.random()));
    }
    return undefined;
  }
}
