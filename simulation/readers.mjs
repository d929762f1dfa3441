// Recipients, who open emails, follow links and unsubscribe, minutes later; and the gateway, which reads their links.
import { newId, recordEngagements, recordUnsubscribe } from '#dist/libs/contracts/src/index.js';
import { LinkKeys, readClick, readOpen, readUnsubscribe } from '#dist/libs/links/src/index.js';
import { trackingKey } from './services.mjs';

const minute = 60_000;
const keys = new LinkKeys(trackingKey);
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** @typedef {{ accountId: string, logId: string }} Mail */
/** @typedef {'opened' | 'clicked' | 'unsubscribed'} Status that a visit of a link means */

export class Readers {
  /** @param {import('./caller.mjs').Caller} caller */
  constructor(caller) {
    this.caller = caller;
    this.simulation = caller.simulation;
    /** @type {import('./provider.mjs').Report[]} */
    this.reports = [];
    /** Visits that are not delivered yet. */
    this.open = 0;
    /** Logs whose recipients unsubscribe. @type {Set<string>} */
    this.unsubscribing = new Set();
    /** @type {string[]} */
    this.violations = [];
  }

  /** An email arrives: MIME with quoted-printable parts, or HTML. */
  receive(/** @type {string} */ logId, /** @type {string} */ text) {
    const { random } = this.simulation;
    const links = text.replace(/=\r?\n/g, '').matchAll(/\/t\/([ocu])\/([\w-]+)/g);
    for (const [kind = '', token = ''] of new Map([...links].map(([, kind, token]) => [kind, token]))) {
      const click = kind === 'c' ? readClick(keys, token) : undefined;
      const mail = click ?? (kind === 'o' ? readOpen(keys, token) : readUnsubscribe(keys, token));
      if (mail?.logId !== logId) this.violations.push(`${logId} has a link of ${mail?.logId ?? 'no email'}`);
      else if (kind === 'u') {
        if (random.chance(0.2) && !this.unsubscribing.has(logId)) this.#unsubscribe(mail);
        this.unsubscribing.add(logId);
      } else
        for (let n = random.below(4); n > 0; n -= 1) {
          const seen = click ? { kind: 'click', link: click.index, url: click.url } : { kind: 'open' };
          this.#visit(mail, click ? 'clicked' : 'opened', recordEngagements, () => ({
            engagements: [
              { ...seen, id: newId('event'), log_id: logId, at_ms: this.simulation.now, count: 1, user_agent },
            ],
          }));
        }
    }
  }

  #unsubscribe(/** @type {Mail} */ mail) {
    const request = { log_id: mail.logId, via: 'page', user_agent };
    this.#visit(mail, 'unsubscribed', recordUnsubscribe, () => request);
  }

  /**
   * @param {Mail} mail
   * @param {Status} status
   * @param {import('./caller.mjs').Rpc} rpc
   * @param {() => object} buildRequest called once: it is repeated with the same ids, as the gateway does
   */
  #visit({ accountId, logId }, status, rpc, buildRequest) {
    const { random } = this.simulation;
    /** @type {import('./provider.mjs').Report} */
    const report = { logId, status, suppresses: status === 'unsubscribed', isTaken: false };
    this.reports.push(report);
    this.open += 1;
    const visit = async () => {
      await this.caller.untilResponded(rpc, accountId, buildRequest());
      this.simulation.log(`${logId} is ${status}`);
      report.isTaken = true;
    };
    const afterMs = random.chance(0.3) ? random.below(3_000) : random.below(8 * minute);
    this.simulation.setTimer(() => void visit().finally(() => (this.open -= 1)), afterMs, [], false);
  }
}
