// A provider that reports on each accepted email: signed, in random order, and repeated until a 200. Also sends forged
// reports.
import { generateKeyPairSync, sign } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SentMails } from './sent-mails.mjs';

const everyMs = 250;
const eventsOfPost = 20;
const retryMs = 400;
const requestTimeoutMs = 15_000;
/** Every fifth post has a forged twin for the same emails, with an event that no genuine report has. */
const forgeEvery = 5;
const forgedEvent = 'unsubscribe';

/**
 * @typedef {{ event: string, sg_machine_open?: boolean }} Event
 * @typedef {{ n: number, log: string, as: string, event: Event }} Item
 */

const header = (/** @type {string} */ name) => `x-twilio-email-event-webhook-${name}`;
const flipped = (/** @type {string} */ text, /** @type {number} */ at) =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const other = (/** @type {Buffer} */ buffer, /** @type {number} */ at) =>
  Buffer.from(buffer.map((byte, index) => (index === at ? byte ^ 1 : byte)));

/** Events of the nth email with the provider's names; not all of them change the status of a log. */
const buildPlan = (/** @type {number} */ n) => [
  { event: 'processed', as: 'processed' },
  { event: 'delivered', as: 'delivered' },
  ...(n % 5 === 0 ? [{ event: 'deferred', as: 'deferred' }] : []),
  ...(n % 4 === 0 ? [{ event: 'open', as: 'opened', sg_machine_open: true }] : []),
  ...(n % 8 === 0 ? [{ event: 'spamreport', as: 'reported_as_spam' }] : []),
];

export class ProviderReports extends SentMails {
  /** @type {Map<string, string[]>} reported types that were answered 200, by log */
  acknowledged = new Map();
  /** @type {Map<number, number>} responses to forged posts, by status */
  forged = new Map();
  /** @type {Map<number, number>} */
  responses = new Map();
  posts = 0;
  /** @type {Item[]} */
  waiting = [];
  url = '';
  isCancelled = false;

  /** `copies`: how often each post is sent at the same time. */
  constructor(/** @type {import('../scenario.mjs').Stage} */ stage, { copies = 1 } = {}) {
    super(stage, everyMs);
    this.copies = copies;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.attackerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  async register() {
    const { installation } = this.stage;
    const { esp_account: created } = await installation.post('/esp_accounts', {
      name: 'Reporting',
      esp_type: 'esp_kind_1',
      credentials: { username: 'apikey', password: 'SG.faults' },
      webhook: { public_key: this.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') },
    });
    const { esp_account: shown } = await installation.get(`/esp_accounts/${created.id}`);
    this.url = shown.webhook_url.replace('//localhost:', '//127.0.0.1:');
  }

  /**
   * Posts a random half until the last round, so that events arrive out of order.
   * @override
   */
  look(/** @type {boolean} */ isLast) {
    this.plan();
    this.post(this.waiting.filter(() => isLast || Math.random() < 0.5));
  }

  /**
   * Stops the retries.
   * @override
   */
  giveUp() {
    super.giveUp();
    this.isCancelled = true;
  }

  get taken() {
    return [...this.acknowledged.values()].reduce((sum, types) => sum + types.length, 0);
  }

  /** Plans reports only for email that the provider has accepted, because a report proves that it was sent. */
  plan() {
    for (const [n, log] of this.takeSent())
      for (const { as, ...event } of buildPlan(n)) this.waiting.push({ n, log, as, event });
  }

  post(/** @type {Item[]} */ chosen) {
    const now = new Set(chosen);
    this.waiting = this.waiting.filter((each) => !now.has(each));
    const items = chosen.toSorted(() => Math.random() - 0.5);
    for (let from = 0; from < items.length; from += eventsOfPost) this.begin(items.slice(from, from + eventsOfPost));
  }

  begin(/** @type {Item[]} */ items) {
    const body = this.buildBody(
      items.map(({ event }) => event),
      items,
    );
    for (let copy = 0; copy < this.copies; copy += 1) this.run(this.postUntilAccepted(body, copy === 0 ? items : []));
    this.posts += 1;
    if (this.posts % forgeEvery === 0) this.run(this.forge(items));
  }

  buildBody(/** @type {Event[]} */ events, /** @type {Item[]} */ items) {
    return Buffer.from(
      JSON.stringify(
        events.map((event, index) => ({
          ...event,
          email: `r${items[index].n}@example.com`,
          timestamp: Math.floor(Date.now() / 1_000),
          sg_event_id: `${items[index].log} ${event.event}`,
          postrider_log_id: items[index].log,
          response: '250 2.0.0 OK',
        })),
      ),
    );
  }

  async postUntilAccepted(/** @type {Buffer} */ body, /** @type {Item[]} */ items) {
    while (!this.isCancelled) {
      const status = await this.request(this.url, body, this.signed(body));
      this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
      if (status === 200) break;
      await sleep(retryMs * (0.5 + Math.random()));
    }
    for (const { log, as } of items) this.acknowledged.set(log, [...(this.acknowledged.get(log) ?? []), as]);
  }

  /** Sends a forgery, in five alternating ways. */
  async forge(/** @type {Item[]} */ items) {
    const body = this.buildBody(
      items.map(() => ({ event: forgedEvent })),
      items,
    );
    const signed = this.signed(body);
    const signature = Buffer.from(signed[header('signature')] ?? '', 'base64');
    const ways = [
      () =>
        this.request(this.url, body, {
          ...signed,
          [header('signature')]: other(signature, signature.length - 1).toString('base64'),
        }),
      () => this.request(this.url, other(body, body.length - 4), signed),
      () => this.request(this.url, body, {}),
      () => this.request(this.url, body, this.signed(body, this.attackerKeys)),
      () => this.request(flipped(this.url, this.url.length - 3), body, signed),
    ];
    const status = await ways[(this.posts / forgeEvery) % ways.length]();
    this.forged.set(status, (this.forged.get(status) ?? 0) + 1);
  }

  signed(/** @type {Buffer} */ body, { privateKey } = this.keys) {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return {
      [header('timestamp')]: timestamp,
      [header('signature')]: sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString(
        'base64',
      ),
    };
  }

  /**
   * The status of the response, or 0 without one.
   *
   * @param {string} url
   * @param {Buffer} body
   * @param {Record<string, string>} headers
   */
  async request(url, body, headers) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
