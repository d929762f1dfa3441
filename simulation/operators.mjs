// Actions of users other than sending, by seed: they view emails and queues, change ESP accounts and webhooks, and
// retry.
import {
  compareVersion,
  getEspAccountAttempts,
  getMailSource,
  getQueue,
  getSentMail,
  listWebhookAttempts,
  listWebhooks,
  moveMail,
  replayWebhook,
  retryEspAccount,
  rotateWebhookSecret,
  showMessage,
  testWebhook,
  updateWebhook,
} from '#dist/libs/contracts/src/index.js';
import { getErrorCode } from './caller.mjs';
import { Random } from './random.mjs';

/** @typedef {import('./accounts.mjs').Account} Account */

const hour = 3_600_000;
const actionsPerHour = 80;

export class Operators {
  /**
   * @param {import('./caller.mjs').Caller} caller
   * @param {import('./accounts.mjs').Accounts} accounts
   * @param {import('./workload.mjs').Workload} workload
   * @param {{ hours: number, seed: string }} options
   */
  constructor(caller, accounts, workload, { hours, seed }) {
    this.caller = caller;
    this.simulation = caller.simulation;
    this.accounts = accounts;
    this.workload = workload;
    this.random = new Random(`operators of ${seed}`);
    this.hours = hours;
    /** Actions in flight. */
    this.open = 0;
    /** @type {string[]} */
    this.violations = [];
  }

  begin() {
    for (let n = this.random.below(2 * actionsPerHour * this.hours); n > 0; n -= 1) {
      const action = this.random.pick([
        'look',
        'look',
        'queue',
        'esp',
        'esp',
        'move',
        'move',
        'webhook',
        'webhook',
        'add',
      ]);
      const act = () => void this.#act(action).finally(() => (this.open -= 1));
      this.open += 1;
      this.simulation.setTimer(act, this.random.below(this.hours * hour), [], false);
    }
  }

  async #act(/** @type {string} */ action) {
    const account = this.random.pick(this.accounts.all);
    if (action === 'look') await this.#look(account);
    else if (action === 'queue') await this.#lookAtQueue(account);
    else if (action === 'esp')
      await this.#ask(retryEspAccount, account.id, { esp_id: this.random.pick(account.espAccounts) });
    else if (action === 'move') await this.#move(account);
    else if (action === 'webhook') await this.#changeWebhook();
    else if (account.espAccounts.length < 3) await this.accounts.addMailServer(account);
  }

  /**
   * @param {import('./caller.mjs').Rpc} rpc
   * @param {string} account
   * @param {object} request
   * @param {readonly string[]} mayFail codes
   * @returns {Promise<any>} undefined if it failed
   */
  async #ask(rpc, account, request, mayFail = []) {
    try {
      return await this.caller.untilResponded(rpc, account, request);
    } catch (error) {
      const code = getErrorCode(error);
      if (!mayFail.includes(code)) this.violations.push(`${rpc.pattern} of ${account} failed with ${code}`);
      return undefined;
    }
  }

  /** Views an email, sometimes with the key of another account. */
  async #look(/** @type {Account} */ account) {
    const mails = this.workload.mails.filter(({ receipts }) => receipts.length > 0);
    if (mails.length === 0) return;
    const mail = this.random.pick(mails);
    const [log_id = ''] = mail.receipts;
    const rpc = this.random.pick([getSentMail, getMailSource, showMessage]);
    const seen = await this.#ask(rpc, account.id, { log_id }, ['not_found']);
    if (seen && account !== mail.account)
      this.violations.push(`${account.id} can read ${log_id} of ${mail.account.id}`);
    if (!seen && account === mail.account && rpc === getSentMail && !mail.willBeErased)
      this.violations.push(`${log_id} is not found`);
  }

  async #lookAtQueue(/** @type {Account} */ { id, template, version, espAccounts: [esp_id] }) {
    await this.#ask(getQueue, id, {});
    await this.#ask(getEspAccountAttempts, id, { esp_id });
    await this.#ask(compareVersion, id, { template_id: template, version_id: version.id });
    const { data } = await this.#ask(listWebhooks, id, {});
    for (const { id: webhook_id } of data) await this.#ask(listWebhookAttempts, id, { webhook_id });
  }

  async #move(/** @type {Account} */ { id, espAccounts }) {
    const [esp_id, to] = this.random.chance(0.5) ? espAccounts : espAccounts.toReversed();
    if (esp_id !== undefined && to !== undefined) await this.#ask(moveMail, id, { esp_id, to });
  }

  async #changeWebhook() {
    const webhook = this.random.pick(this.accounts.webhooks);
    const { id: webhook_id, account } = webhook;
    const change = this.random.pick(['rotate', 'test', 'replay', 'disable']);
    const mayFail = ['webhook_disabled'];
    if (change === 'rotate') {
      const rotated = await this.#ask(rotateWebhookSecret, account, { webhook_id });
      // An earlier attempt may have taken effect, and its response was lost.
      if (rotated) webhook.secrets.push(rotated.secret);
    } else if (change === 'test') await this.#ask(testWebhook, account, { webhook_id }, mayFail);
    else if (change === 'replay') {
      webhook.hasReplay = true;
      const since = Math.floor(this.simulation.now / 1_000) - this.random.between(10, 1_200);
      await this.#ask(replayWebhook, account, { webhook_id, what: { since } }, mayFail);
    } else if (!webhook.wasDisabled) {
      webhook.wasDisabled = true;
      const same = { webhook_id, url: `https://${webhook.host}/events`, events: webhook.types };
      await this.#ask(updateWebhook, account, { ...same, enabled: false });
      await this.caller.pause(this.random.between(5, 200) * 1_000);
      await this.#ask(updateWebhook, account, { ...same, enabled: true });
    }
  }
}
