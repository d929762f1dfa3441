// A client of the services that repeats requests without a response, as customers do.
import { newId } from '#dist/libs/contracts/src/index.js';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */
/** @typedef {import('./services.mjs').Services} Services */
/** @typedef {import('#dist/libs/contracts/src/index.js').Rpc} Rpc */

export const attempts = 40;
/** Errors after which a customer tries again. */
const temporary = new Set(['unavailable', 'internal', 'idempotency_in_progress', 'rate_limited']);
export const isTemporary = (/** @type {string} */ code) => temporary.has(code);

export class Caller {
  /**
   * @param {Simulation} simulation
   * @param {Services} services
   * @param {import('./random.mjs').Random} random
   */
  constructor(simulation, services, random) {
    this.simulation = simulation;
    this.services = services;
    this.random = random;
  }

  /**
   * Calls once.
   *
   * @param {Rpc} rpc
   * @param {string} accountId
   * @param {any} request
   * @returns {Promise<any>}
   */
  call(rpc, accountId, request) {
    const context = { accountId, requestId: newId('request'), deadline: this.simulation.now + 30_000 };
    return this.services.client.call(rpc, context, request);
  }

  /**
   * Calls until there is a response or a permanent error.
   *
   * @param {Rpc} rpc
   * @param {string} accountId
   * @param {any} request
   * @returns {Promise<any>}
   */
  async untilResponded(rpc, accountId, request) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.call(rpc, accountId, request);
      } catch (error) {
        if (!isTemporary(getErrorCode(error)) || attempt === attempts) throw error;
        await this.pause(this.random.between(1_000, 20_000));
      }
    }
  }

  pause(/** @type {number} */ ms) {
    return new Promise((resolve) => this.simulation.setTimer(/** @type {any} */ (resolve), ms, [], false));
  }
}

/** Any other error is a bug of the simulator. */
export function getErrorCode(/** @type {unknown} */ error) {
  const { code } = /** @type {{ code?: string }} */ (error);
  if (code === undefined) throw error;
  return code;
}
