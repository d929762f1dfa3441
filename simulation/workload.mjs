// The requests of customers, by seed, and a model of the guarantees. The model uses only requests and responses.
import {
  acceptMessage,
  cancelMessage,
  createSuppression,
  eraseCustomer,
  rescheduleMessage,
  resendMessage,
  updateVersion,
} from '#dist/libs/contracts/src/index.js';
import { buildContent } from './accounts.mjs';
import { attempts, getErrorCode, isTemporary } from './caller.mjs';
import { Random } from './random.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./accounts.mjs').Account} Account */
/**
 * @typedef {object} Mail one that a customer asked for
 * @property {Account} account
 * @property {string} address only this email goes there
 * @property {string | undefined} key
 * @property {string[]} receipts distinct ones in responses to the request
 * @property {string[]} resent receipts of sending it again
 * @property {boolean} isUnsure a request without a key got no response
 * @property {string | undefined} rejected the code
 * @property {boolean} isCancelled
 * @property {boolean} isSuppressed before it was asked for
 * @property {boolean} willBeErased its recipient
 * @property {boolean} isErased
 * @property {number} earliest time at which it may be sent
 * @property {{ from: number, to: number } | undefined} edition those of the template that were published while it was accepted
 */

const hour = 3_600_000;

export class Workload {
  /**
   * @param {import('./caller.mjs').Caller} caller
   * @param {import('./accounts.mjs').Accounts} accounts
   * @param {{ mails: number, hours: number, seed: string, without: readonly number[] }} options `without`: emails that are not
   *   sent; the others stay the same
   */
  constructor(caller, accounts, { mails, hours, seed, without }) {
    this.caller = caller;
    this.simulation = caller.simulation;
    this.random = caller.random;
    this.accounts = accounts;
    this.seed = seed;
    this.without = new Set(without);
    this.wanted = mails;
    this.hours = hours;
    /** @type {Mail[]} */
    this.mails = [];
    /** Requests that have not ended. */
    this.open = 0;
  }

  /** Sets the times of everything that customers do. */
  begin() {
    const rushes = Array.from({ length: 5 }, () => this.random.below(this.hours * hour));
    for (let n = 0; n < this.wanted; n += 1) {
      const random = new Random(`customer ${n} of ${this.seed}`);
      // Half of them come together with others, within a second.
      const afterMs = random.chance(0.5) ? random.pick(rushes) + random.below(1_000) : random.below(this.hours * hour);
      if (this.without.has(n)) continue;
      this.open += 1;
      const work = () => void this.#customer(n, random).finally(() => (this.open -= 1));
      this.simulation.setTimer(work, afterMs, [], false);
    }
  }

  async #customer(/** @type {number} */ n, /** @type {Random} */ random) {
    const account = random.pick(this.accounts.all);
    if (random.chance(0.15)) await this.#publish(account);
    const erases = random.chance(0.1);
    const address = `${random.chance(0.1) ? 'gone-' : ''}${erases ? 'erased-' : ''}${n}@example.com`;
    const isSuppressed = random.chance(0.08);
    if (isSuppressed)
      await this.caller.untilResponded(createSuppression, account.id, { email: address, reason: 'manual' });
    /** @type {Mail} */
    const mail = {
      account,
      address,
      // The keys of an account: other accounts use the same.
      key: random.chance(0.8) ? `order ${(account.keys += 1)}` : undefined,
      receipts: [],
      resent: [],
      isUnsure: false,
      rejected: undefined,
      isCancelled: false,
      isSuppressed,
      willBeErased: erases,
      isErased: false,
      earliest: 0,
      edition: undefined,
    };
    this.mails.push(mail);
    /** Another recipient of the same request, with an email of its own. @type {Mail[]} */
    const others = random.chance(0.1)
      ? [
          {
            ...mail,
            address: `other-${n}@example.com`,
            receipts: [],
            resent: [],
            isSuppressed: false,
            willBeErased: false,
          },
        ]
      : [];
    this.mails.push(...others);
    const isLater = random.chance(0.25);
    const usesTemplate = random.chance(0.5);
    if (usesTemplate)
      for (const each of [mail, ...others]) each.edition = { from: account.published, to: account.publishing };
    const sendAt = Math.floor(this.simulation.now / 1_000) + random.between(5, 1_800);
    if (isLater) for (const each of [mail, ...others]) each.earliest = sendAt * 1_000;
    const request = {
      recipient: { address },
      sender: { address: 'billing@acme.example', reply_to: 'billing@acme.example', name: 'Acme' },
      test: false,
      ...(usesTemplate
        ? {
            template: account.template,
            template_data: { name: 'Ada', number: n },
            tracking: { opens: true, clicks: random.chance(0.5) },
          }
        : { own_content: { subject: `Mail ${n}`, text: `Hello ${n}` } }),
      ...(random.chance(0.5) && { esp_account: random.pick(account.espAccounts) }),
      ...(isLater && { send_at: sendAt }),
      ...(others.length > 0 && { others: others.map(({ address: other }) => ({ address: other })) }),
      ...(mail.key && { idempotency: { key: mail.key, request_hash: `hash ${n}` } }),
    };
    await this.#send(mail, others, request);
    // Another request with the same key gets the same response.
    if (mail.key && random.chance(0.3)) await this.#send(mail, others, request);
    if (mail.key && random.chance(0.15)) {
      await this.caller.pause(random.between(20, 45) * 60_000 * Math.min(1, 2 * this.hours));
      await this.#send(mail, others, request);
    }
    const [receipt] = mail.receipts;
    if (receipt && isLater && random.chance(0.4)) await this.#reschedule(mail, receipt, random);
    if (receipt && random.chance(isLater ? 0.4 : 0.1)) await this.#cancel(mail, receipt);
    else if (receipt && random.chance(0.05)) await this.#resend(mail, receipt);
    if (erases) await this.#erase(mail, random);
  }

  /** Publishes a new text of the account's template, in effect once the response arrives. */
  async #publish(/** @type {Account} */ account) {
    // One at a time: of two, the later one would win.
    if (account.publishing > account.published) return;
    const edition = (account.publishing += 1);
    const { template: template_id, version } = account;
    const request = { template_id, version_id: version.id, name: version.name, ...buildContent(edition) };
    await this.caller.untilResponded(updateVersion, account.id, request);
    account.published = edition;
    this.simulation.log(`Edition ${edition} of ${template_id} is published`);
  }

  async #send(/** @type {Mail} */ mail, /** @type {readonly Mail[]} */ others, /** @type {object} */ request) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        const { receipt_id, receipts = [] } = await this.caller.call(acceptMessage, mail.account.id, request);
        this.simulation.log(`${mail.address} is accepted as ${receipt_id}`);
        for (const each of [mail, ...others]) {
          const id =
            receipts.find((/** @type {any} */ { address }) => address === each.address)?.receipt_id ?? receipt_id;
          if (!each.receipts.includes(id)) each.receipts.push(id);
        }
        return;
      } catch (error) {
        const code = getErrorCode(error);
        this.simulation.note(`${mail.address} gets ${code}`);
        if (!isTemporary(code)) {
          mail.rejected = code;
          return;
        }
        // Without a key, another request could send a second email.
        if (!mail.key) {
          for (const each of [mail, ...others]) each.isUnsure = true;
          return;
        }
        await this.caller.pause(this.random.between(500, 15_000));
      }
    }
  }

  async #cancel(/** @type {Mail} */ mail, /** @type {string} */ log_id) {
    try {
      await this.caller.call(cancelMessage, mail.account.id, { log_id });
      mail.isCancelled = true;
      this.simulation.log(`${log_id} is cancelled`);
    } catch (error) {
      this.simulation.note(`${log_id} is not cancelled: ${getErrorCode(error)}`);
    }
  }

  async #reschedule(/** @type {Mail} */ mail, /** @type {string} */ log_id, /** @type {Random} */ random) {
    const before = mail.earliest;
    const send_at = Math.floor(this.simulation.now / 1_000) + random.between(-60, 1_200);
    mail.earliest = Math.min(before, send_at * 1_000);
    try {
      await this.caller.untilResponded(rescheduleMessage, mail.account.id, { log_id, send_at });
      mail.earliest = send_at * 1_000;
      this.simulation.log(`${log_id} gets another time`);
    } catch (error) {
      this.simulation.note(`${log_id} gets no other time: ${getErrorCode(error)}`);
    }
  }

  /** Its recipient, at any time, also while the email is sent. */
  async #erase(/** @type {Mail} */ mail, /** @type {Random} */ random) {
    await this.caller.pause(random.chance(0.6) ? random.between(200, 8_000) : random.between(8, 600) * 1_000);
    await this.caller.untilResponded(eraseCustomer, mail.account.id, { email: mail.address });
    mail.isErased = true;
    this.simulation.log(`${mail.address} is erased`);
  }

  async #resend(/** @type {Mail} */ mail, /** @type {string} */ log_id) {
    const idempotency = { key: `again ${mail.key ?? mail.address}`, request_hash: 'again' };
    const { receipt_id } = await this.caller.untilResponded(resendMessage, mail.account.id, {
      log_id,
      test: false,
      idempotency,
    });
    mail.resent.push(receipt_id);
    this.simulation.log(`${log_id} is sent again as ${receipt_id}`);
  }
}
