// Drip campaigns, by seed: people enter, stay or leave while the campaigns change. Includes a model of the expected
// state.
import {
  activateDripCampaign,
  createDripCampaign,
  createTemplate,
  deactivateDripCampaign,
  deactivateEverywhere,
  deleteDripCampaign,
  updateDripCampaign,
} from '#dist/libs/contracts/src/index.js';
import { attempts, getErrorCode, isTemporary } from './caller.mjs';
import { Random } from './random.mjs';

/**
 * @typedef {object} Step
 * @property {string} id once the campaign has it
 * @property {string} template only this step uses it
 * @property {number} delaySeconds its shortest delay so far
 * @property {number} added when the response arrived
 * @property {number} removing when its removal was requested
 * @property {number} removed when the response arrived
 */
/** @typedef {{ from: number, certainly: number, ends: number }} Pause requested, confirmed, and its end requested */
/**
 * @typedef {object} Campaign
 * @property {string} account
 * @property {string} id
 * @property {Step[]} steps removed ones too
 * @property {string[]} templates of steps to add
 * @property {Pause[]} pauses
 * @property {number} deleting when it was requested
 * @property {number} deleted when the response arrived
 */
/**
 * @typedef {object} Member
 * @property {Campaign} campaign
 * @property {string} address only this member has it
 * @property {number} activating when the first request was made
 * @property {number} activated when the response arrived
 * @property {boolean} isUnsure some request got no response and was not repeated
 * @property {string | undefined} rejected the code
 * @property {number} leaving when it was requested
 * @property {number} left when the response arrived
 */

const never = Infinity;
const hour = 3_600_000;
const sender = { address: 'lessons@acme.example', reply_to: 'lessons@acme.example', name: 'Acme' };

export class Campaigns {
  /**
   * @param {import('./caller.mjs').Caller} caller
   * @param {import('./accounts.mjs').Accounts} accounts
   * @param {{ members: number, hours: number, seed: string }} options
   */
  constructor(caller, accounts, { members, hours, seed }) {
    this.caller = caller;
    this.simulation = caller.simulation;
    this.accounts = accounts;
    this.random = new Random(`campaigns of ${seed}`);
    this.seed = seed;
    this.wanted = members;
    this.hours = hours;
    /** @type {Campaign[]} */
    this.all = [];
    /** @type {Member[]} */
    this.members = [];
    /** Requests in flight. */
    this.open = 0;
  }

  get now() {
    return this.simulation.now;
  }

  /** A campaign in two accounts. */
  async prepare() {
    for (const { id: account } of this.accounts.all.slice(0, 2)) {
      const templates = [];
      for (const n of [1, 2, 3]) {
        const content = { name: `Lesson ${n}`, subject: `Lesson ${n}`, html: `<p>Hello {{name}}, lesson ${n}</p>` };
        templates.push((await this.caller.untilResponded(createTemplate, account, content)).id);
      }
      const steps = templates.splice(0, 2).map((template) => this.#step(template, 0));
      const request = { name: 'Course', enabled: true, drip_steps: steps.map(toStepBody) };
      const created = await this.caller.untilResponded(createDripCampaign, account, request);
      const campaign = { account, id: created.id, steps, templates, pauses: [], deleting: never, deleted: never };
      learnIds(campaign, created);
      this.all.push(campaign);
    }
  }

  /** @returns {Step} */
  #step(/** @type {string} */ template, /** @type {number} */ added) {
    const delaySeconds = this.random.pick([0, 20, 90, 240]);
    return { id: '', template, delaySeconds, added, removing: never, removed: never };
  }

  /** Sets the times of everything that happens. */
  begin() {
    for (let n = 0; n < this.wanted; n += 1) {
      const random = new Random(`member ${n} of ${this.seed}`);
      this.#later(random.below(this.hours * hour), () => this.#member(n, random));
    }
    for (const campaign of this.all)
      this.#later(this.random.below(this.hours * hour * 0.6), () => this.#change(campaign));
  }

  #later(/** @type {number} */ ms, /** @type {() => Promise<void>} */ work) {
    this.open += 1;
    this.simulation.setTimer(() => void work().finally(() => (this.open -= 1)), ms, [], false);
  }

  async #member(/** @type {number} */ n, /** @type {Random} */ random) {
    const campaign = random.pick(this.all);
    /** @type {Member} */
    const member = {
      campaign,
      address: `member-${n}@example.com`,
      activating: this.now,
      activated: never,
      isUnsure: false,
      rejected: undefined,
      leaving: never,
      left: never,
    };
    this.members.push(member);
    const idempotency = random.chance(0.8) ? { key: `member ${n}`, request_hash: `${n}` } : undefined;
    await this.#activate(member, idempotency);
    if (idempotency && random.chance(0.4)) {
      // The same response and no second membership, however late.
      await this.caller.pause(random.between(1, 1_500) * 1_000 * Math.min(1, 2 * this.hours));
      await this.#activate(member, idempotency);
    }
    if (random.chance(0.3)) {
      await this.caller.pause(random.between(1, 300) * 1_000);
      await this.#leave(member, random);
    }
  }

  async #activate(/** @type {Member} */ member, /** @type {object | undefined} */ idempotency) {
    const { campaign, address } = member;
    const recipient = { address };
    const own = { drip_campaign_id: campaign.id, recipient, sender, email_data: { name: 'Ada' }, test: false };
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        const { message } = await this.caller.call(activateDripCampaign, campaign.account, {
          ...own,
          ...(idempotency && { idempotency }),
        });
        member.activated = Math.min(member.activated, this.now);
        this.simulation.log(message);
        return;
      } catch (error) {
        const code = getErrorCode(error);
        this.simulation.note(`${address} is not activated: ${code}`);
        if (!isTemporary(code)) {
          member.rejected = code;
          // An earlier attempt may have taken effect.
          member.isUnsure ||= attempt > 1;
          return;
        }
        // Without a key, a repeated request could enroll again after the end.
        if (!idempotency) {
          member.isUnsure = true;
          return;
        }
        await this.caller.pause(this.caller.random.between(500, 15_000));
      }
    }
  }

  async #leave(/** @type {Member} */ member, /** @type {Random} */ random) {
    const { campaign, address: recipient_address } = member;
    member.leaving = this.now;
    try {
      if (random.chance(0.7)) {
        const request = { drip_campaign_id: campaign.id, recipient_address };
        await this.caller.untilResponded(deactivateDripCampaign, campaign.account, request);
      } else await this.caller.untilResponded(deactivateEverywhere, campaign.account, { recipient_address });
      member.left = this.now;
      this.simulation.log(`${recipient_address} has left`);
    } catch (error) {
      this.simulation.note(`${recipient_address} has not left: ${getErrorCode(error)}`);
    }
  }

  /** Sequential changes. */
  async #change(/** @type {Campaign} */ campaign) {
    const { random } = this;
    for (let n = random.between(1, 3); n > 0 && campaign.deleted === never; n -= 1) {
      const change = random.pick(['delay', 'add', 'remove', 'pause', 'pause', 'delete']);
      if (change === 'delay') await this.#changeDelay(campaign);
      else if (change === 'add') await this.#addStep(campaign);
      else if (change === 'remove') await this.#removeStep(campaign);
      else if (change === 'pause') await this.#pause(campaign);
      else if (random.chance(0.3)) await this.#delete(campaign);
      await this.caller.pause(random.between(5, 240) * 1_000);
    }
  }

  async #update(/** @type {Campaign} */ campaign, /** @type {object} */ fields) {
    const request = { drip_campaign_id: campaign.id, ...fields };
    const updated = await this.caller.untilResponded(updateDripCampaign, campaign.account, request);
    learnIds(campaign, updated);
    this.simulation.log(`${campaign.id} is changed: ${JSON.stringify(fields)}`);
  }

  #save(/** @type {Campaign} */ campaign) {
    const steps = campaign.steps.filter(({ removing }) => removing === never);
    return this.#update(campaign, { drip_steps: steps.map(toStepBody) });
  }

  async #changeDelay(/** @type {Campaign} */ campaign) {
    const step = this.random.pick(campaign.steps);
    step.delaySeconds = Math.floor(step.delaySeconds / 2);
    await this.#save(campaign);
  }

  async #addStep(/** @type {Campaign} */ campaign) {
    const template = campaign.templates.pop();
    if (template === undefined) return;
    const step = this.#step(template, never);
    campaign.steps.push(step);
    await this.#save(campaign);
    step.added = this.now;
  }

  async #removeStep(/** @type {Campaign} */ campaign) {
    const left = campaign.steps.filter(({ removing }) => removing === never);
    if (left.length < 2) return;
    const step = this.random.pick(left);
    step.removing = this.now;
    await this.#save(campaign);
    step.removed = this.now;
  }

  async #pause(/** @type {Campaign} */ campaign) {
    /** @type {Pause} */
    const pause = { from: this.now, certainly: never, ends: never };
    campaign.pauses.push(pause);
    await this.#update(campaign, { enabled: false });
    pause.certainly = this.now;
    await this.caller.pause(this.random.between(5, 200) * 1_000);
    pause.ends = this.now;
    await this.#update(campaign, { enabled: true });
  }

  async #delete(/** @type {Campaign} */ campaign) {
    campaign.deleting = this.now;
    await this.caller.untilResponded(deleteDripCampaign, campaign.account, { drip_campaign_id: campaign.id }).catch(
      // An earlier attempt took effect.
      (error) => {
        if (getErrorCode(error) !== 'not_found') throw error;
      },
    );
    campaign.deleted = this.now;
    this.simulation.log(`${campaign.id} is deleted`);
  }
}

const toStepBody = (/** @type {Step} */ { id, template, delaySeconds }) => ({
  ...(id && { id }),
  email_id: template,
  delay_seconds: delaySeconds,
});

/** @param {Campaign} campaign @param {{ drip_steps: readonly { id: string, email_id: string }[] }} answer */
function learnIds({ steps }, { drip_steps }) {
  for (const { id, email_id } of drip_steps) for (const step of steps) if (step.template === email_id) step.id = id;
}
