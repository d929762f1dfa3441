// The simulation: one clock, one scheduler and one source of random numbers for all services of this process.
//
// Everything that a service waits for is a step: a statement, a call, an event, a connection, a timer. When nothing can
// run any more, the scheduler picks the next step by the seed. A service that crashed never continues: its steps are
// dropped.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import timers from 'node:timers';
import { Random } from './random.mjs';

/** @typedef {{ name: string, isDead: boolean, frozenUntil: number, clockOffMs: number }} Instance one run of a service, from its start to its crash */
/**
 * @typedef {object} Step
 * @property {string} label
 * @property {Instance | undefined} owner
 * @property {() => unknown} run resolves when it has taken effect
 * @property {object} [queue] steps with the same queue run in order
 * @property {number} [notBefore] milliseconds of the clock
 */
/** @typedef {{ due: number, order: number, run: () => void, owner: Instance | undefined, everyMs: number | undefined, isCleared: boolean }} Timer */

/** Not that of the simulation, which replaces it later. */
const realImmediate = timers.setImmediate;

/** Which instance runs. Timers, promises and sockets inherit it. */
const instances = /** @type {AsyncLocalStorage<Instance>} */ (new AsyncLocalStorage());

/** Immediates that the services have set and that have not run. */
export const immediates = { open: 0 };

const turn = () => new Promise((resolve) => realImmediate(resolve));

export class Simulation {
  /** @param {{ seed: string, startsAt: number }} options `startsAt`: milliseconds since 1970 */
  constructor({ seed, startsAt }) {
    this.random = new Random(seed);
    /** Ids and secrets of the services: so that an added step changes fewer of them. */
    this.ids = new Random(`ids of ${seed}`);
    this.startsAt = startsAt;
    this.now = startsAt;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Timer[]} sorted */
    this.timers = [];
    this.orderOfTimers = 0;
    this.hash = createHash('sha256');
    /** @type {string[]} with the simulated time */
    this.timeline = [];
    this.count = 0;
    /** @type {string[] | undefined} all steps, to compare two runs */
    this.trace = undefined;
  }

  /** The instance of the running code. */
  get instance() {
    return instances.getStore();
  }

  /**
   * @template Result
   * @param {Instance} instance
   * @param {() => Result} work
   */
  within(instance, work) {
    return instances.run(instance, work);
  }

  /**
   * Runs code of no service, such as a mail server.
   *
   * @template Result
   * @param {() => Result} work
   */
  outside(work) {
    return instances.exit(work);
  }

  /** Adds a line to the trace, whose hash identifies the run. */
  note(/** @type {string} */ line) {
    const text = `${this.now - this.startsAt} ${line}`;
    this.trace?.push(text);
    this.hash.update(`${text}\n`);
  }

  /** Adds a line to the timeline of this run. */
  log(/** @type {string} */ line) {
    this.note(line);
    this.timeline.push(`${new Date(this.now).toISOString().slice(0, 23)}  ${line}`);
  }

  /**
   * Adds a step of the running instance.
   *
   * @param {Omit<Step, 'owner'>} step
   */
  add(step) {
    const owner = this.instance;
    if (!owner?.isDead) this.steps.push({ ...step, owner });
  }

  /** Resolves when the scheduler picks this step; never if the instance crashes first. */
  step(/** @type {string} */ label, delayMs = 0) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => this.add({ label, run: () => resolve(), notBefore: this.now + delayMs }))
    );
  }

  /**
   * @param {(...args: any[]) => void} callback
   * @param {number} ms
   * @param {unknown[]} args
   * @param {boolean} repeats
   */
  setTimer(callback, ms, args, repeats) {
    const every = Number.isFinite(ms) && ms >= 1 ? Math.min(Math.trunc(ms), 2 ** 31) : 1;
    const run = AsyncResource.bind(() => callback(...args));
    const owner = this.instance;
    /** @type {Timer} */
    const timer = {
      due: this.now + every,
      order: (this.orderOfTimers += 1),
      run,
      owner,
      everyMs: repeats ? every : undefined,
      isCleared: false,
    };
    if (!owner?.isDead) this.#schedule(timer);
    return timer;
  }

  #schedule(/** @type {Timer} */ timer) {
    let low = 0;
    for (let high = this.timers.length; low < high;) {
      const middle = (low + high) >> 1;
      const other = /** @type {Timer} */ (this.timers[middle]);
      if (other.due < timer.due || (other.due === timer.due && other.order < timer.order)) low = middle + 1;
      else high = middle;
    }
    this.timers.splice(low, 0, timer);
  }

  /** Sets a timer again, as `refresh()` of Node's timers does. */
  restart(/** @type {Timer} */ timer, /** @type {number} */ ms) {
    this.timers = this.timers.filter((other) => other !== timer);
    Object.assign(timer, { due: this.now + Math.trunc(ms), isCleared: false });
    this.#schedule(timer);
  }

  /** Of the instances that are not frozen. */
  #nextTimer() {
    while (this.timers[0] && (this.timers[0].isCleared || this.timers[0].owner?.isDead)) this.timers.shift();
    return this.timers.find(({ isCleared, owner }) => !isCleared && !owner?.isDead && !this.#isFrozen(owner));
  }

  #isFrozen(/** @type {Instance | undefined} */ owner) {
    return owner !== undefined && owner.frozenUntil > this.now;
  }

  /** Runs the first timer, at its time or later. */
  #fire(/** @type {Timer} */ timer) {
    this.timers.splice(this.timers.indexOf(timer), 1);
    this.now = Math.max(this.now, timer.due);
    this.note(`timer of ${timer.owner?.name ?? 'the simulation'}`);
    if (timer.everyMs !== undefined) {
      Object.assign(timer, { due: this.now + timer.everyMs, order: (this.orderOfTimers += 1) });
      this.#schedule(timer);
    }
    timer.run();
  }

  /** Waits until no code can run: all promises and immediates have settled. */
  async settle() {
    await turn();
    while (immediates.open > 0) await turn();
    await turn();
  }

  /** The first step of each queue that may run now. */
  #ready() {
    const seen = new Set();
    this.steps = this.steps.filter(({ owner }) => !owner?.isDead);
    return this.steps.filter((step) => {
      if (step.queue && seen.has(step.queue)) return false;
      if (step.queue) seen.add(step.queue);
      return (step.notBefore ?? 0) <= this.now && !this.#isFrozen(step.owner);
    });
  }

  /**
   * Runs until `isDone`, which is asked whenever nothing can run without the scheduler.
   *
   * @param {() => boolean} isDone
   * @param {number} untilMs time of the clock at which it ends in any case
   * @returns {Promise<boolean>} whether it is done
   */
  async run(isDone, untilMs) {
    for (;;) {
      await this.settle();
      if (isDone()) return true;
      if (this.now >= untilMs) return false;
      const ready = this.#ready();
      const timer = this.#nextTimer();
      const isDue = timer !== undefined && timer.due <= this.now;
      if (isDue && (ready.length === 0 || this.random.chance(0.5))) this.#fire(timer);
      else if (ready.length > 0) await this.#take(this.random.pick(ready));
      else this.#advance(timer, untilMs);
    }
  }

  async #take(/** @type {Step} */ step) {
    this.steps.splice(this.steps.indexOf(step), 1);
    this.count += 1;
    // Each step takes some time, so that deadlines and leases can end in between.
    this.now += this.random.below(4);
    this.note(`${step.owner?.name ?? 'the simulation'}: ${step.label}`);
    await step.run();
  }

  #advance(/** @type {Timer | undefined} */ timer, /** @type {number} */ untilMs) {
    const after = (/** @type {number} */ time) => (time > this.now ? time : Infinity);
    const waiting = this.steps.map(({ notBefore = 0, owner }) => after(Math.max(notBefore, owner?.frozenUntil ?? 0)));
    const frozen = this.timers.map(({ owner }) => after(owner?.frozenUntil ?? 0));
    const next = Math.min(timer?.due ?? Infinity, untilMs, ...waiting, ...frozen);
    if (next === Infinity) throw new Error('Nothing can happen any more');
    if (timer && timer.due === next) this.#fire(timer);
    else this.now = next;
  }
}
