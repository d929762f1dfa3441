// A caller that keeps to the rules: every send has an Idempotency-Key, and whatever was not answered, or with Retry-After, is asked again under the same key.
// What it was told is the truth the database and the mail server are held to.
import { setTimeout as sleep } from 'node:timers/promises';

const requestTimeoutMs = 15_000;
const retryMs = { first: 200, most: 2_000 };
const repeatEvery = 10;
const mostRequests = 4_000;
/** Requests under way, those that wait to be repeated among them: a caller with so many senders. */
const mostAtATime = 64;
const sender = { address: 'billing@acme.example', reply_to: 'help@acme.example', name: 'Acme' };

export class Load {
  /** `accepted`: the receipt id by number of request; `refused`: what was answered for good otherwise; `mismatched`: repeats that were told something else. */
  accepted = new Map();
  refused = new Map();
  mismatched = [];
  unanswered = new Set();
  repeats = 0;
  /** How often each answer was given, by status, or `none` where no answer came. */
  answers = new Map();

  /** `target`: `{ api, headers }`, the address and what goes with every request. */
  constructor(target, { template, perSecond, extra = () => ({}) }) {
    Object.assign(this, { target, template, perSecond, extra });
    this.next = 0;
    this.running = new Set();
    this.givingUp = false;
  }

  /** Sends at the given rate as long as there is room, until `finish`. */
  start() {
    this.stopping = false;
    this.loop = (async () => {
      while (!this.stopping && this.next < mostRequests) {
        await sleep(1_000 / this.perSecond);
        if (this.running.size >= mostAtATime) continue;
        const sending = this.send(this.next).finally(() => this.running.delete(sending));
        this.running.add(sending);
        this.next += 1;
      }
    })();
  }

  /** No new requests; those under way are repeated until they are answered, or until the deadline. */
  async finish(deadlineMs) {
    this.stopping = true;
    await this.loop;
    const impatience = setTimeout(() => {
      this.givingUp = true;
    }, deadlineMs);
    await Promise.all(this.running);
    clearTimeout(impatience);
  }

  /** `count` sends, eight at a time. */
  async burst(count) {
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

  async send(n) {
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

  async untilAnswered(n) {
    for (let wait = retryMs.first; !this.givingUp; wait = Math.min(wait * 2, retryMs.most)) {
      const answer = await this.request(n);
      this.answers.set(answer?.status ?? 'none', (this.answers.get(answer?.status ?? 'none') ?? 0) + 1);
      if (answer !== undefined && !answer.isLater) return answer;
      await sleep(wait * (0.5 + Math.random()));
    }
    return undefined;
  }

  async request(n) {
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
