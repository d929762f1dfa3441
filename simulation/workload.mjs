// What customers do, by seed, and a model of what they were promised. The model knows only requests and answers.
import {
  acceptMessage,
  cancelMessage,
  createEspAccount,
  createSuppression,
  createTemplate,
  createWebhook,
  newId,
  listVersions,
  resendMessage,
  updateVersion,
} from '#dist/libs/contracts/src/index.js';
import { Random } from './random.mjs';
import { behaviours, MailServer } from './receivers.mjs';
import { Webhook, webhookBehaviours } from './webhooks.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./services.mjs').Services} Services */
/** @typedef {{ id: string, template: string, espAccounts: string[], version: { id: string, name: string }, published: number, publishing: number, keys: number }} Account */
/**
 * @typedef {object} Mail one that a customer asked for
 * @property {Account} account
 * @property {string} address only this mail goes there
 * @property {string | undefined} key
 * @property {string[]} receipts distinct ones that the request was answered with
 * @property {string[]} resent receipts of sending it again
 * @property {boolean} isUnsure a request without a key got no answer
 * @property {string | undefined} refused the code
 * @property {boolean} isCancelled
 * @property {boolean} isSuppressed before it was asked for
 * @property {{ from: number, to: number } | undefined} edition those of the template that were published while it was accepted
 */

const attempts = 40;
const hour = 3_600_000;
/** Answers after which a customer tries again. */
const temporary = new Set(['unavailable', 'internal', 'idempotency_in_progress', 'rate_limited']);

export class Workload {
  /**
   * @param {Simulation} simulation
   * @param {Services} services
   * @param {{ mails: number, hours: number, seed: string, without: readonly number[] }} options `without`: mails that are not
   *   sent; the others stay the same
   */
  constructor(simulation, services, { mails, hours, seed, without }) {
    this.simulation = simulation;
    this.services = services;
    this.random = new Random(`customers of ${seed}`);
    this.seed = seed;
    this.without = new Set(without);
    this.wanted = mails;
    this.hours = hours;
    /** @type {Account[]} */
    this.accounts = [];
    /** @type {Map<string, MailServer>} by host */
    this.servers = new Map();
    /** @type {Webhook[]} */
    this.webhooks = [];
    /** @type {Mail[]} */
    this.mails = [];
    /** Requests that have not ended. */
    this.open = 0;
  }

  /** @param {string} accountId */
  #context(accountId) {
    return { accountId, requestId: newId('request'), deadline: this.simulation.now + 30_000 };
  }

  /**
   * Calls until there is an answer that is not temporary.
   *
   * @param {import('#dist/libs/contracts/src/index.js').Rpc} rpc
   * @param {string} accountId
   * @param {any} request
   * @returns {Promise<any>}
   */
  async #untilAnswered(rpc, accountId, request) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.services.client.call(rpc, this.#context(accountId), request);
      } catch (error) {
        if (!temporary.has(codeOf(error)) || attempt === attempts) throw error;
        await this.#pause(this.random.between(1_000, 20_000));
      }
    }
  }

  #pause(/** @type {number} */ ms) {
    return new Promise((resolve) => this.simulation.setTimer(/** @type {any} */ (resolve), ms, [], false));
  }

  /** Accounts, their ESP accounts and a template. */
  async prepare() {
    const names = Object.keys(behaviours);
    for (let n = 1; n <= 3; n += 1) {
      const id = newId('account');
      /** @type {Account} */
      const account = {
        id,
        template: '',
        espAccounts: [],
        version: { id: '', name: '' },
        published: 0,
        publishing: 0,
        keys: 0,
      };
      account.template = (await this.#untilAnswered(createTemplate, id, { name: `Template ${n}`, ...contentOf(0) })).id;
      const [version] = await this.#untilAnswered(listVersions, id, { template_id: account.template });
      account.version = { id: version.id, name: version.name };
      for (let each = this.random.between(1, 2); each > 0; each -= 1) {
        const behaviour = this.random.pick(names);
        const host = `11.0.${n}.${each}`;
        this.servers.set(host, new MailServer(this.simulation, `${behaviour} ${host}`, behaviours[behaviour] ?? {}));
        const credentials = { host, port: 25, username: '', password: '', use_tls: false };
        const esp = await this.#untilAnswered(createEspAccount, id, {
          name: `${behaviour} ${each}`,
          esp_type: 'smtp',
          credentials,
        });
        account.espAccounts.push(esp.id);
      }
      for (let each = this.random.between(n === 1 ? 1 : 0, 2); each > 0; each -= 1)
        await this.#addWebhook(id, `11.1.${n}.${each}`);
      this.accounts.push(account);
    }
    // Until all processes know the webhooks (docs/operate/limits.md#webhooks), and then they wait longer for a missing event.
    await this.#pause(15_000);
  }

  async #addWebhook(/** @type {string} */ account, /** @type {string} */ host) {
    const behaviour = this.random.pick(Object.keys(webhookBehaviours));
    const types = this.random.chance(0.3) ? ['email.sent', 'email.bounced', 'email.dropped'] : [];
    const webhook = new Webhook(this.simulation, { host, behaviour, account, types });
    this.webhooks.push(webhook);
    const request = { url: `https://${host}/events`, events: types };
    webhook.secret = (await this.#untilAnswered(createWebhook, account, request)).secret;
  }

  /** What answers a connection. */
  partyAt(/** @type {string} */ host) {
    return this.servers.get(host) ?? this.webhooks.find((webhook) => webhook.host === host);
  }

  /** The parties outside work again. */
  mend() {
    for (const webhook of this.webhooks) webhook.isMended = true;
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
    const account = random.pick(this.accounts);
    if (random.chance(0.15)) await this.#publish(account);
    const address = `${random.chance(0.1) ? 'gone-' : ''}${n}@example.com`;
    const isSuppressed = random.chance(0.08);
    if (isSuppressed) await this.#untilAnswered(createSuppression, account.id, { email: address, reason: 'manual' });
    /** @type {Mail} */
    const mail = {
      account,
      address,
      // The keys of an account: other accounts use the same.
      key: random.chance(0.8) ? `order ${(account.keys += 1)}` : undefined,
      receipts: [],
      resent: [],
      isUnsure: false,
      refused: undefined,
      isCancelled: false,
      isSuppressed,
      edition: undefined,
    };
    this.mails.push(mail);
    const isLater = random.chance(0.25);
    const usesTemplate = random.chance(0.5);
    if (usesTemplate) mail.edition = { from: account.published, to: account.publishing };
    const request = {
      recipient: { address },
      sender: { address: 'billing@acme.example', reply_to: 'billing@acme.example', name: 'Acme' },
      test: false,
      ...(usesTemplate
        ? { template: account.template, template_data: { name: 'Ada', number: n } }
        : { own_content: { subject: `Mail ${n}`, text: `Hello ${n}` } }),
      ...(random.chance(0.5) && { esp_account: random.pick(account.espAccounts) }),
      ...(isLater && { send_at: Math.floor(this.simulation.now / 1_000) + random.between(5, 1_800) }),
      ...(mail.key && { idempotency: { key: mail.key, request_hash: `hash ${n}` } }),
    };
    await this.#send(mail, request);
    // Another request with the same key gets the same answer.
    if (mail.key && random.chance(0.3)) await this.#send(mail, request);
    if (mail.key && random.chance(0.15)) {
      await this.#pause(random.between(20, 45) * 60_000);
      await this.#send(mail, request);
    }
    const [receipt] = mail.receipts;
    if (receipt && random.chance(isLater ? 0.4 : 0.1)) await this.#cancel(mail, receipt);
    else if (receipt && random.chance(0.05)) await this.#resend(mail, receipt);
  }

  /** A new text of the account's template, in force when it is answered. */
  async #publish(/** @type {Account} */ account) {
    // One at a time: of two, the later one would win.
    if (account.publishing > account.published) return;
    const edition = (account.publishing += 1);
    const { template: template_id, version } = account;
    const request = { template_id, version_id: version.id, name: version.name, ...contentOf(edition) };
    await this.#untilAnswered(updateVersion, account.id, request);
    account.published = edition;
    this.simulation.log(`Edition ${edition} of ${template_id} is published`);
  }

  async #send(/** @type {Mail} */ mail, /** @type {object} */ request) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        const { receipt_id } = await this.services.client.call(
          acceptMessage,
          this.#context(mail.account.id),
          /** @type {any} */ (request),
        );
        this.simulation.log(`${mail.address} is accepted as ${receipt_id}`);
        if (!mail.receipts.includes(receipt_id)) mail.receipts.push(receipt_id);
        return;
      } catch (error) {
        const code = codeOf(error);
        this.simulation.note(`${mail.address} gets ${code}`);
        if (!temporary.has(code)) {
          mail.refused = code;
          return;
        }
        // Without a key, another request could send a second mail.
        if (!mail.key) {
          mail.isUnsure = true;
          return;
        }
        await this.#pause(this.random.between(500, 15_000));
      }
    }
  }

  async #cancel(/** @type {Mail} */ mail, /** @type {string} */ log_id) {
    try {
      await this.services.client.call(cancelMessage, this.#context(mail.account.id), { log_id });
      mail.isCancelled = true;
      this.simulation.log(`${log_id} is cancelled`);
    } catch (error) {
      this.simulation.note(`${log_id} is not cancelled: ${codeOf(error)}`);
    }
  }

  async #resend(/** @type {Mail} */ mail, /** @type {string} */ log_id) {
    const idempotency = { key: `again ${mail.key ?? mail.address}`, request_hash: 'again' };
    const { receipt_id } = await this.#untilAnswered(resendMessage, mail.account.id, {
      log_id,
      test: false,
      idempotency,
    });
    mail.resent.push(receipt_id);
    this.simulation.log(`${log_id} is sent again as ${receipt_id}`);
  }
}

/** The text of a template, whose number the mail shows. */
const contentOf = (/** @type {number} */ edition) => ({
  subject: 'Order {{number}}',
  html: `<p>Hello {{name}}</p><p>Edition ${edition}</p>`,
});

/** An error that is not an answer is a defect of the simulator. */
function codeOf(/** @type {unknown} */ error) {
  const { code } = /** @type {{ code?: string }} */ (error);
  if (code === undefined) throw error;
  return code;
}
