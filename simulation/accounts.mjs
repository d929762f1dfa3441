// Accounts of customers, and the external systems that they use: mail servers, a provider and webhooks.
import {
  createEspAccount,
  createTemplate,
  createWebhook,
  listVersionsByPage,
  newId,
} from '#dist/libs/contracts/src/index.js';
import { host as providerHost, Provider, settings as providerSettings } from './provider.mjs';
import { Readers } from './readers.mjs';
import { behaviours, MailServer } from './receivers.mjs';
import { Webhook, webhookBehaviours } from './webhooks.mjs';

/** @typedef {{ id: string, template: string, espAccounts: string[], version: { id: string, name: string }, published: number, publishing: number, keys: number }} Account */

export class Accounts {
  /** @param {import('./caller.mjs').Caller} caller */
  constructor(caller) {
    this.caller = caller;
    this.simulation = caller.simulation;
    this.random = caller.random;
    /** @type {Account[]} */
    this.all = [];
    /** @type {Map<string, MailServer>} by host */
    this.servers = new Map();
    this.readers = new Readers(caller);
    this.provider = new Provider(caller.simulation, caller.services, this.readers);
    /** @type {Webhook[]} */
    this.webhooks = [];
  }

  /** Accounts, their ESP accounts and a template. */
  async prepare() {
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
      account.template = (
        await this.caller.untilResponded(createTemplate, id, { name: `Template ${n}`, ...buildContent(0) })
      ).id;
      const [version] = (await this.caller.untilResponded(listVersionsByPage, id, { template_id: account.template }))
        .items;
      account.version = { id: version.id, name: version.name };
      for (let each = this.random.between(1, 2); each > 0; each -= 1) {
        if (this.random.chance(0.3)) account.espAccounts.push(await this.#addProvider(id));
        else await this.addMailServer(account);
      }
      for (let each = this.random.between(n === 1 ? 1 : 0, 2); each > 0; each -= 1)
        await this.#addWebhook(id, `11.1.${n}.${each}`);
      this.all.push(account);
    }
    // Until all processes know the webhooks (docs/operate/limits.md#webhooks), and then they wait longer for a missing
    // event.
    await this.caller.pause(15_000);
  }

  /** With or without another one that takes over when it fails. */
  async addMailServer(/** @type {Account} */ account) {
    const host = `11.0.0.${this.servers.size + 2}`;
    const behaviour = this.random.pick(Object.keys(behaviours));
    const name = `${behaviour} ${host}`;
    this.servers.set(host, new MailServer(this.simulation, name, behaviours[behaviour] ?? {}, this.readers));
    const credentials = { host, port: 25, username: '', password: '', use_tls: false };
    const [fallback] = account.espAccounts;
    const request = { name, esp_type: 'smtp', credentials, ...(this.random.chance(0.5) && fallback && { fallback }) };
    account.espAccounts.push((await this.caller.untilResponded(createEspAccount, account.id, request)).id);
  }

  async #addProvider(/** @type {string} */ account) {
    const token = `token ${this.provider.customers.size + 1}`;
    const request = { name: token, esp_type: 'postmark', credentials: { api_key: token }, webhook: providerSettings };
    const { id } = await this.caller.untilResponded(createEspAccount, account, request);
    this.provider.customers.set(token, { id: account, espAccount: id });
    return id;
  }

  async #addWebhook(/** @type {string} */ account, /** @type {string} */ host) {
    const behaviour = this.random.pick(Object.keys(webhookBehaviours));
    const types = this.random.chance(0.3) ? ['email.sent', 'email.bounced', 'email.dropped'] : [];
    const webhook = new Webhook(this.simulation, { host, behaviour, account, types });
    this.webhooks.push(webhook);
    const request = { url: `https://${host}/events`, events: types };
    const created = await this.caller.untilResponded(createWebhook, account, request);
    webhook.id = created.webhook.id;
    webhook.secrets.push(created.secret);
  }

  /** All systems that accept email. */
  get receivers() {
    return [...this.servers.values(), this.provider];
  }

  /** The server that accepts a connection. */
  partyAt(/** @type {string} */ host) {
    return host === providerHost
      ? this.provider
      : (this.servers.get(host) ?? this.webhooks.find((webhook) => webhook.host === host));
  }

  /** The external systems work again. */
  mend() {
    for (const party of [...this.webhooks, ...this.servers.values()]) party.isMended = true;
  }
}

/** The text of a template, with its edition, which the email contains. */
export const buildContent = (/** @type {number} */ edition) => ({
  subject: 'Order {{number}}',
  html: `<p>Hello {{name}}</p><p>Edition ${edition}</p><a href="https://acme.example">Order</a><a href="{{unsubscribe_url}}">Unsubscribe</a>`,
});
