// A caller that keeps to the rules: every send has an Idempotency-Key, and whatever was not answered, or with Retry-After, is asked again under the same key.
// What it was told is the truth the database and the mail server are held to.
import { setTimeout as sleep } from 'node:timers/promises';

const requestTimeoutMs = 15_000;
const retryMs = { first: 200, most: 2_000 };
const repeatEvery = 10;
const maxRequests = 4_000;
/** Requests under way, those that wait to be repeated among them: a caller with so many senders. */
const maxBatch = 64;
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

/**
 * @typedef {{ status: number, isLater: boolean, body: any }} Answer
 * @typedef {(n: number) => object} Extra more fields of the nth send
 */

export class Load {
  /** @type {Map<number, string>} the receipt id by number of request */
  accepted = new Map();
  /** @type {Map<number, Answer>} what was answered for good otherwise */
  refused = new Map();
  /** @type {number[]} repeats that were told something else */
  mismatched = [];
  /** @type {Set<number>} */
  unanswered = new Set();
  repeats = 0;
  /** @type {Map<number | string, number>} how often each answer was given, by status, or `none` where no answer came */
  answers = new Map();

  next = 0;
  /** @type {Set<Promise<void>>} */
  running = new Set();
  stopping = false;
  givingUp = false;

  /**
   * @param {{ api: string, headers: Record<string, string> }} target the address and what goes with every request
   * @param {{ template: string, perSecond: number, extra?: Extra | undefined }} options
   */
  constructor(target, { template, perSecond, extra = () => ({}) }) {
    this.target = target;
    this.template = template;
    this.perSecond = perSecond;
    this.extra = extra;
  }

  /** Sends at the given rate as long as there is room, until `finish`. */
  start() {
    this.stopping = false;
    this.loop = (async () => {
      while (!this.stopping && this.next < maxRequests) {
        await sleep(1_000 / this.perSecond);
        if (this.running.size >= maxBatch) continue;
        const sending = this.send(this.next).finally(() => this.running.delete(sending));
        this.running.add(sending);
        this.next += 1;
      }
    })();
  }

  /** No new requests; those under way are repeated until they are answered, or until the deadline. */
  async finish(/** @type {number} */ deadlineMs) {
    this.stopping = true;
    await this.loop;
    const impatience = setTimeout(() => {
      this.givingUp = true;
    }, deadlineMs);
    await Promise.all(this.running);
    clearTimeout(impatience);
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
    const answer = await this.untilAnswered(n);
    if (answer === undefined) {
      this.unanswered.add(n);
      return;
    }
    if (answer.status !== 200) {
      this.refused.set(n, answer);
      return;
    }
    this.accepted.set(n, answer.body.receipt_id);
    if (n % repeatEvery !== 0) return;
    const again = await this.untilAnswered(n);
    this.repeats += 1;
    if (again !== undefined && again.body?.receipt_id !== answer.body.receipt_id) this.mismatched.push(n);
  }

  async untilAnswered(/** @type {number} */ n) {
    for (let wait = retryMs.first; !this.givingUp; wait = Math.min(wait * 2, retryMs.most)) {
      const answer = await this.request(n);
      this.answers.set(answer?.status ?? 'none', (this.answers.get(answer?.status ?? 'none') ?? 0) + 1);
      if (answer !== undefined && !answer.isLater) return answer;
      await sleep(wait * (0.5 + Math.random()));
    }
    return undefined;
  }

  /** @returns {Promise<Answer | undefined>} */
  async request(/** @type {number} */ n) {
    try {
      const response = await fetch(`${this.target.api}/send`, {
        method: 'POST',
        headers: { ...this.target.headers, 'idempotency-key': `fault-${n}` },
        body: JSON.stringify({
          template: this.template,
          recipient: { address: `r${n}@example.com` },
          sender,
          template_data: { n },
          ...this.extra(n),
        }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const { status, headers } = response;
      return { status, isLater: status >= 500 || headers.has('retry-after'), body: await response.json() };
    } catch {
      return undefined;
    }
  }
}
