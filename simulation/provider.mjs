// Postmark with its HTTP API, which accepts an email and later reports its events: out of order, twice, or never.
import { newId, takeReport } from '#dist/libs/contracts/src/index.js';
import { HttpServer } from './http-server.mjs';
import { isPhase } from './receivers.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./http-server.mjs').ApiResponse} ApiResponse */
/** @typedef {'delivered' | 'deferred' | 'bounced' | 'opened' | 'clicked' | 'unsubscribed' | 'reported_as_spam'} Status that a report means */
/**
 * @typedef {object} Report
 * @property {string} logId
 * @property {Status} status
 * @property {boolean} suppresses its address
 * @property {boolean} isTaken it was answered
 */
/** @typedef {{ id: string, espAccount: string }} Customer */

export const host = 'api.postmarkapp.com';
export const settings = { username: 'hook', password: 'secret' };
const minute = 60_000;
const attempts = 40;

export class Provider extends HttpServer {
  /**
   * @param {Simulation} simulation
   * @param {import('./services.mjs').Services} services
   * @param {import('./readers.mjs').Readers} readers
   */
  constructor(simulation, services, readers) {
    super(simulation, 'postmark');
    this.services = services;
    this.readers = readers;
    /** By the token of their server. @type {Map<string, Customer>} */
    this.customers = new Map();
    /** @type {import('./receivers.mjs').Received[]} */
    this.received = [];
    /** How often the reply to an email was not sent or not read, by log. @type {Map<string, number>} */
    this.unanswered = new Map();
    /** @type {Report[]} */
    this.reports = [];
    /** Reports that are not delivered yet. */
    this.open = 0;
  }

  /** @override */
  rejects() {
    return isPhase(this.simulation.now, 4 * minute) && this.simulation.random.chance(0.3);
  }

  /** @override @returns {ApiResponse} */
  respond(/** @type {import('./http-server.mjs').Request} */ { path, headers, body }) {
    const { random } = this.simulation;
    const customer = this.customers.get(headers['x-postmark-server-token'] ?? '');
    if (path !== '/email' || !customer) return respondWith(404, 701, 'The requested resource does not exist.');
    const mail = JSON.parse(body);
    const logId = mail.Metadata.log_id;
    if (random.chance(0.04))
      return { delayMs: 20, reply: { status: 500, body: 'Internal Server Error', headers: once } };
    if (random.chance(0.04)) return respondWith(503, 100, 'The Postmark API is offline for maintenance.');
    if (random.chance(0.03))
      return respondWith(422, 406, 'You tried to send to a recipient that has been marked as inactive.');
    // The response is lost, before or after the provider accepted the email.
    if (random.chance(0.08)) {
      const isAccepted = random.chance(0.5);
      this.unanswered.set(logId, (this.unanswered.get(logId) ?? 0) + 1);
      this.simulation.log(`postmark does not answer ${logId}, which ${isAccepted ? 'arrives' : 'is lost'}`);
      if (isAccepted) this.#accept(customer, logId, mail);
      const bad = { status: 502, body: 'Bad Gateway', headers: once };
      return { delayMs: random.between(10, 2_000), reply: random.pick([bad, 'close', 'nothing']) };
    }
    const MessageID = this.#accept(customer, logId, mail);
    const reply = { ErrorCode: 0, Message: 'OK', MessageID, To: mail.To };
    return { delayMs: random.between(20, 3_000), reply: { status: 200, body: JSON.stringify(reply), headers: once } };
  }

  /** Its answer was written and not read. @override */
  unread(/** @type {import('./http-server.mjs').Request} */ { path, body }) {
    if (path !== '/email') return;
    const logId = JSON.parse(body).Metadata.log_id;
    this.unanswered.set(logId, (this.unanswered.get(logId) ?? 0) + 1);
  }

  #accept(/** @type {Customer} */ customer, /** @type {string} */ logId, /** @type {any} */ mail) {
    const { random, now } = this.simulation;
    const edition = /Edition (\d+)/.exec(mail.HtmlBody ?? '')?.[1];
    const to = /<?([^<>\s"]+@[^<>\s"]+)>?$/.exec(mail.To)?.[1] ?? '';
    const messageId = `pm-${this.received.length + 1}`;
    this.received.push({ logId, to, at: now, edition: edition === undefined ? undefined : Number(edition) });
    this.simulation.note(`postmark accepts ${logId}`);
    this.readers.receive(logId, mail.HtmlBody ?? '');
    const report = (/** @type {Status} */ status, /** @type {object} */ fields, suppresses = false) =>
      this.#plan(
        customer,
        { logId, status, suppresses, isTaken: false },
        { ...fields, Metadata: mail.Metadata, MessageID: messageId },
      );
    const time = (/** @type {number} */ afterMs) => new Date(now + afterMs).toISOString();
    const bounce = (/** @type {string} */ Type, /** @type {number} */ afterMs) => ({
      RecordType: 'Bounce',
      ID: this.received.length * 10 + Number(Type === 'Transient'),
      Type,
      Email: to,
      BouncedAt: time(afterMs),
      Description: 'Refused',
    });
    if (random.chance(0.1)) report('deferred', bounce('Transient', 1_000));
    if (to.startsWith('gone') || random.chance(0.05)) report('bounced', bounce('HardBounce', 5_000), true);
    else {
      if (random.chance(0.05)) return messageId;
      report('delivered', { RecordType: 'Delivery', Recipient: to, DeliveredAt: time(2_000), Details: '250 OK' });
      for (let n = random.below(3); n > 0; n -= 1)
        report('opened', { RecordType: 'Open', Recipient: to, ReceivedAt: time(10_000 * n), FirstOpen: n === 1 });
      if (random.chance(0.2))
        report('clicked', {
          RecordType: 'Click',
          Recipient: to,
          ReceivedAt: time(40_000),
          OriginalLink: 'https://acme.example',
        });
      if (random.chance(0.03))
        report(
          'reported_as_spam',
          { RecordType: 'SpamComplaint', ID: this.received.length * 10 + 2, Email: to, BouncedAt: time(60_000) },
          true,
        );
    }
    return messageId;
  }

  /** Reports it at any time within minutes, and some twice. */
  #plan(/** @type {Customer} */ customer, /** @type {Report} */ report, /** @type {object} */ fields) {
    const { random } = this.simulation;
    this.reports.push(report);
    for (let times = random.chance(0.15) ? 2 : 1; times > 0; times -= 1) {
      this.open += 1;
      const send = () => void this.#send(customer, report, fields).finally(() => (this.open -= 1));
      this.simulation.setTimer(send, random.chance(0.5) ? random.below(2_000) : random.below(8 * minute), [], false);
    }
  }

  /** Retries until it gets a response, as providers do. */
  async #send(/** @type {Customer} */ { id, espAccount }, /** @type {Report} */ report, /** @type {object} */ fields) {
    const request = {
      account: { esp_id: espAccount, esp_type: /** @type {const} */ ('esp_kind_4'), settings },
      url: 'https://mail.acme.example/webhooks/esp/1',
      headers: { authorization: `Basic ${Buffer.from('hook:secret').toString('base64')}` },
      body: Buffer.from(JSON.stringify(fields)).toString('base64'),
    };
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const context = { accountId: id, requestId: newId('request'), deadline: this.simulation.now + 8_000 };
      try {
        await this.services.client.call(takeReport, context, request);
        this.simulation.log(`postmark has reported ${report.status} of ${report.logId}`);
        report.isTaken = true;
        return;
      } catch (error) {
        this.simulation.note(`not reported: ${error instanceof Error ? error.message : error}`);
        const wait = this.simulation.random.between(5_000, 60_000);
        await new Promise((resolve) => this.simulation.setTimer(() => resolve(undefined), wait, [], false));
      }
    }
  }
}

/** The client's pool of connections is that of the process, in which several services run. */
const once = { connection: 'close' };

/** @returns {ApiResponse} */
const respondWith = (/** @type {number} */ status, /** @type {number} */ ErrorCode, /** @type {string} */ Message) => ({
  delayMs: 20,
  reply: { status, body: JSON.stringify({ ErrorCode, Message }), headers: once },
});
