// Webhooks of customers with the behaviours of real ones. Each stores the events that it received.
import { createHmac } from 'node:crypto';
import { HttpServer } from './http-server.mjs';
import { isPhase } from './receivers.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./http-server.mjs').ApiResponse} ApiResponse */
/**
 * @typedef {object} Post
 * @property {string} eventId
 * @property {string} logId
 * @property {string} type
 * @property {number} place among all posts
 * @property {boolean} isAccepted the webhook has processed it, whether or not its response was read
 */

const minute = 60_000;

/** In seconds, or as a date. */
const retryAfter = (/** @type {number} */ now, /** @type {import('./random.mjs').Random} */ random) =>
  random.chance(0.5) ? String(random.between(1, 90)) : new Date(now + random.between(1_000, 90_000)).toUTCString();

/** @typedef {(webhook: Webhook) => ApiResponse | undefined} Behaviour undefined: as a prompt one */
/** @type {Readonly<Record<string, Behaviour>>} */
export const webhookBehaviours = {
  prompt: () => undefined,
  slow: ({ simulation: { random } }) => ({ delayMs: random.between(500, 9_000), reply: { status: 200 } }),
  // It responds to some after the deadline of 15 s, and has processed them.
  late: ({ simulation: { random } }) =>
    random.chance(0.2) ? { delayMs: random.between(14_000, 20_000), reply: { status: 204 } } : undefined,
  failing: ({ simulation: { now } }) =>
    isPhase(now, 3 * minute) ? { delayMs: 20, reply: { status: 500, body: 'Internal Server Error' } } : undefined,
  silent: ({ simulation: { now } }) => (isPhase(now, 2 * minute) ? { delayMs: 0, reply: 'nothing' } : undefined),
  throttling: ({ simulation: { now, random } }) =>
    random.chance(0.2)
      ? { delayMs: 5, reply: { status: 429, headers: { 'retry-after': retryAfter(now, random) } } }
      : undefined,
  // It closes connections after it has processed the event.
  forgetful: ({ simulation: { random } }) => (random.chance(0.15) ? { delayMs: 5, reply: 'close' } : undefined),
  rejecting: () => undefined,
};

export class Webhook extends HttpServer {
  /**
   * @param {Simulation} simulation
   * @param {{ host: string, behaviour: string, account: string, types: readonly string[] }} options `types`: of events that it
   *   gets, all if empty
   */
  constructor(simulation, { host, behaviour, account, types }) {
    super(simulation, `${behaviour} webhook ${host}`);
    this.host = host;
    this.behaviour = behaviour;
    this.account = account;
    this.types = types;
    this.id = '';
    /** The last ones. @type {string[]} */
    this.secrets = [];
    /** It was disabled for some time: events of this time are missing unless they were replayed. */
    this.wasDisabled = false;
    /** Events were replayed, which are in no order with others. */
    this.hasReplay = false;
    /** Nothing fails any more. */
    this.isMended = false;
    /** @type {Post[]} */
    this.posts = [];
    /** @type {string[]} */
    this.violations = [];
  }

  /** @override */
  rejects() {
    return this.behaviour === 'refusing' && !this.isMended && isPhase(this.simulation.now, 2 * minute);
  }

  /** @override @returns {ApiResponse} */
  respond(/** @type {import('./http-server.mjs').Request} */ { headers, body }) {
    const { simulation } = this;
    const own = this.isMended ? undefined : webhookBehaviours[this.behaviour]?.(this);
    const response = own ?? { delayMs: simulation.random.below(100), reply: { status: 200, body: 'ok' } };
    const { type, data } = JSON.parse(body);
    const eventId = headers['webhook-id'] ?? '';
    const isAccepted = response.reply === 'close' || (response.reply !== 'nothing' && response.reply.status < 300);
    this.posts.push({ eventId, logId: data.log_id, type, place: simulation.count, isAccepted });
    simulation.note(
      `${this.name} gets ${type} of ${data.log_id}, and ${isAccepted ? 'accepts' : 'does not accept'} it`,
    );
    if (!this.#isSigned(eventId, headers, body))
      this.violations.push(`${this.name} got ${eventId}, which is not signed`);
    return response;
  }

  /** See standardwebhooks.com. */
  #isSigned(
    /** @type {string} */ eventId,
    /** @type {Readonly<Record<string, string>>} */ headers,
    /** @type {string} */ body,
  ) {
    // After a rotation, one with each secret.
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    return this.secrets.some((secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signed = createHmac('sha256', key).update(`${eventId}.${headers['webhook-timestamp']}.${body}`);
      return signatures.includes(`v1,${signed.digest('base64')}`);
    });
  }
}
