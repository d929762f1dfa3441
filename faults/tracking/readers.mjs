// Readers of the emails: repeated opens and clicks by people and bots. Every followed link must be answered during any
// fault.
import { setTimeout as sleep } from 'node:timers/promises';
import { project } from '../../scripts/lib/project.mjs';
import { SentMails } from './sent-mails.mjs';

const pollMs = 500;

/** Polls the statuses of all logs: none may go backwards. */
export class StatusWatch {
  /** @type {Map<string, number>} */
  ranks = new Map();
  seen = { fallen: /** @type {string[]} */ ([]), looks: 0 };
  stopping = false;

  constructor(/** @type {import('../scenario.mjs').Stage} */ stage) {
    this.stage = stage;
  }

  start() {
    this.loop = (async () => {
      for (; !this.stopping; await sleep(pollMs)) await this.look().catch(() => undefined);
    })();
  }

  async finish() {
    this.stopping = true;
    await this.loop;
  }

  giveUp() {
    this.stopping = true;
  }

  async look() {
    for (const { id, status, rank } of await this.stage.sql(
      'select id, status, status_rank as rank from delivery.logs',
    )) {
      if (rank < (this.ranks.get(id) ?? 0)) this.seen.fallen.push(`${id} to ${status}`);
      this.ranks.set(id, rank);
    }
    this.seen.looks += 1;
  }
}

const everyMs = 200;
/** Opens of older emails per round. */
const returning = 2;
const requestTimeoutMs = 30_000;
const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0';
const machine = 'curl/8.16.0';
const target = 'https://shop.example/offer?of=the-week';

/** @typedef {'opens' | 'clicks' | 'machine_clicks'} Counted */

export class Readers extends SentMails {
  /** @type {Map<string, Record<Counted, number>>} opens and clicks of people and bots by log */
  visits = new Map();
  /** Forged links, and how many of them were answered. */
  foreign = { followed: 0, answered: 0 };
  unanswered = 0;
  /** @type {string[]} */
  known = [];
  /** @type {(logId: string) => { open: string, click: string }} */
  getLinks;

  constructor(/** @type {import('../scenario.mjs').Stage} */ stage) {
    super(stage, everyMs);
  }

  async register() {
    /** @type {typeof import('../../libs/links/src/index.js')} */
    const { LinkKeys, MailLinks, encodeTarget } = await import(`${project}/dist/libs/links/src/index.js`);
    const { ownEnvironments } = this.stage.installation;
    const [{ id: accountId }] = await this.stage.sql('select id from gateway.accounts');
    const keys = new LinkKeys(ownEnvironments['gateway']?.['TRACKING_KEY'] ?? '');
    const click = encodeTarget(target, 0);
    this.getLinks = (logId) => {
      const links = new MailLinks(keys, this.stage.installation.api.replace('/api/v1', ''), { accountId, logId });
      return { open: links.open(), click: links.click(click) };
    };
  }

  get count() {
    return [...this.visits.values()].flatMap((each) => Object.values(each)).reduce((sum, count) => sum + count, 0);
  }

  /**
   * Opens and clicks new emails that were sent, and reopens some of the others.
   * @override
   */
  look() {
    const fresh = this.takeSent();
    this.known.push(...fresh.map(([, log]) => log));
    for (const [n, log] of fresh) {
      if (n % 2 === 0) this.run(this.follow(log, 'open', person, 'opens'));
      if (n % 3 === 0) this.run(this.follow(log, 'click', person, 'clicks'));
      if (n % 10 === 0) this.run(this.follow(log, 'click', machine, 'machine_clicks'));
      if (n % 10 === 5) this.run(this.followForeign(log));
    }
    for (let n = 0; n < returning && this.known.length > 0; n += 1)
      this.run(this.follow(this.known[Math.floor(Math.random() * this.known.length)], 'open', person, 'opens'));
  }

  /**
   * @param {string} log
   * @param {'open' | 'click'} kind
   * @param {string} agent
   * @param {Counted} counted
   */
  async follow(log, kind, agent, counted) {
    const response = await this.request(this.getLinks(log)[kind], agent);
    const right = kind === 'open' ? response?.status === 200 : response?.headers.get('location') === target;
    if (!right) {
      this.unanswered += 1;
      return;
    }
    const visits = this.visits.get(log) ?? { opens: 0, clicks: 0, machine_clicks: 0 };
    visits[counted] += 1;
    this.visits.set(log, visits);
  }

  /** Follows a link with one changed character: another log, account or signature. */
  async followForeign(/** @type {string} */ log) {
    const link = this.getLinks(log).open;
    const begin = link.lastIndexOf('/') + 1;
    const at = begin + 2 + Math.floor(Math.random() * (link.length - begin - 2));
    const changed = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1);
    const response = await this.request(changed, person);
    this.foreign.followed += 1;
    if (response?.status !== 404) this.foreign.answered += 1;
  }

  async request(/** @type {string} */ url, /** @type {string} */ agent) {
    try {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { 'user-agent': agent },
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.arrayBuffer();
      return response;
    } catch {
      return undefined;
    }
  }
}
