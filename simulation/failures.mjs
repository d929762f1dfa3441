// Failures, by seed.
import { Random } from './random.mjs';
import { names } from './services.mjs';

/** @typedef {import('./simulation.mjs').Simulation} Simulation */

const hour = 3_600_000;
const maxClockOffMs = 180_000;
/** LEASE_SECONDS, less what an attempt may have taken. Of a process that is away for longer, others send the email. */
const lostLeaseMs = 90_000 - 45_000;

export class Failures {
  /**
   * @param {Simulation} simulation
   * @param {import('./services.mjs').Services} services
   * @param {import('./database.mjs').SimulatedDatabase} database
   * @param {import('./accounts.mjs').Accounts} accounts
   * @param {{ hours: number, seed: string, without: readonly number[] }} options `without`: failures that do not happen; the
   *   others stay the same
   */
  constructor(simulation, services, database, accounts, { hours, seed, without }) {
    this.simulation = simulation;
    this.services = services;
    this.database = database;
    this.accounts = accounts;
    this.random = new Random(`failures of ${seed}`);
    this.seed = seed;
    this.without = new Set(without);
    /** How many are planned; lost connections are one. */
    this.planned = 0;
    this.hours = hours;
    this.crashes = 0;
    /** Maximum clock offset of a process. */
    this.clockOffMs = 0;
    this.isOver = false;
    /** Further copies that an email may have, by log. @type {Map<string, number>} */
    this.permitted = new Map();
  }

  begin() {
    const { random, simulation } = this;
    const times = (/** @type {number} */ mean) => random.below(Math.round(2 * mean * this.hours) + 1);
    for (let n = times(3); n > 0; n -= 1)
      this.#plan((own) => this.#crash(own.chance(0.4) ? 'delivery' : own.pick(names), own));
    for (let n = times(2); n > 0; n -= 1)
      this.#plan((own) => {
        simulation.log('The broker is away');
        this.services.brokerIsAway = true;
        simulation.setTimer(() => this.#back(), own.between(2_000, 90_000), [], false);
      });
    for (let n = times(2); n > 0; n -= 1) this.#plan((own) => this.#freeze(own.pick(names), own));
    for (let n = times(1); n > 0; n -= 1) this.#plan((own) => this.#setClock(own.pick(names), own));
    for (let n = times(2); n > 0; n -= 1)
      this.#plan((own) => void this.services.stop(own.pick(names), () => this.#permitCopies()));
    if (this.without.has((this.planned += 1) - 1)) return;
    const perStatement = times(4) / (this.hours * 10_000);
    this.database.fault = async () => {
      if (this.isOver || !random.chance(perStatement)) return undefined;
      await this.#permitCopies();
      return random.chance(0.5) ? 'lost' : 'unanswered';
    };
  }

  /** An email whose delivery is not recorded yet may be sent again (docs/operate/faults.md#when-an-email-can-be-sent-twice). */
  async #permitCopies() {
    const received = this.accounts.receivers.flatMap((server) => server.received.map(({ logId }) => logId));
    const unrecorded = await this.database.rows(
      'select message_id as id from delivery.work where message_id = any($1)',
      [received],
    );
    this.#permit(unrecorded);
  }

  #permit(/** @type {readonly { id: string }[]} */ logs) {
    for (const { id } of logs) this.permitted.set(id, (this.permitted.get(id) ?? 0) + 1);
  }

  /** Each failure has random numbers of its own. */
  #plan(/** @type {(own: Random) => void} */ happen) {
    const number = (this.planned += 1) - 1;
    const own = new Random(`failure ${number} of ${this.seed}`);
    const afterMs = own.below(this.hours * hour);
    if (!this.without.has(number)) this.simulation.setTimer(() => this.isOver || happen(own), afterMs, [], false);
  }

  #back() {
    if (!this.services.brokerIsAway) return;
    this.simulation.log('The broker is back');
    this.services.brokerIsAway = false;
  }

  /**
   * Freezes a process for a while, as a live migration does. Its connections stay open.
   *
   * @param {import('./services.mjs').Process} name
   * @param {Random} own
   */
  #freeze(name, own) {
    const instance = this.services.running.get(name);
    if (!instance) return;
    const ms = own.between(1_000, 400_000);
    this.simulation.log(`${instance.name} freezes for ${Math.round(ms / 1_000)} s`);
    instance.frozenUntil = this.simulation.now + ms;
    if (name.startsWith('delivery') && ms > lostLeaseMs)
      this.simulation.add({
        label: 'look at its mails',
        run: async () =>
          this.#permit(
            await this.database.rows('select message_id as id from delivery.work where lease_token is not null'),
          ),
      });
  }

  /**
   * Shifts the clock of a machine for some minutes.
   *
   * @param {import('./services.mjs').Process} name
   * @param {Random} own
   */
  #setClock(name, own) {
    const instance = this.services.running.get(name);
    if (!instance) return;
    instance.clockOffMs = own.between(-maxClockOffMs, maxClockOffMs);
    this.clockOffMs = Math.max(this.clockOffMs, Math.abs(instance.clockOffMs));
    this.simulation.log(`The clock of ${instance.name} is set by ${instance.clockOffMs} ms`);
    this.simulation.setTimer(() => (instance.clockOffMs = 0), own.between(5_000, 600_000), [], false);
  }

  /**
   * @param {import('./services.mjs').Process} name
   * @param {Random} own
   */
  #crash(name, own) {
    this.simulation.add({
      label: `crash of ${name}`,
      run: async () => {
        if (!this.services.running.has(name)) return;
        this.crashes += 1;
        if (name.startsWith('delivery')) await this.#permitCopies();
        await this.services.crash(name);
        const restart = () => void (this.services.running.has(name) || this.services.start(name));
        this.simulation.setTimer(restart, own.between(500, 60_000), [], false);
      },
    });
  }

  /** Everything works again. */
  async end() {
    this.isOver = true;
    this.#back();
    this.simulation.log('No more failures');
    for (const name of names)
      if (!this.services.running.has(name)) {
        const isUp = await this.services.start(name);
        await this.simulation.run(isUp, this.simulation.now + 60_000);
      }
  }
}
