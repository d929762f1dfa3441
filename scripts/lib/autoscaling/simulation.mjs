import { Autoscaler } from './autoscaler.mjs';

/**
 * @typedef {import('./autoscaler.mjs').Rule} Rule
 * @typedef {import('./autoscaler.mjs').Signals} Signals
 * @typedef {import('./rules.mjs').Cost} Cost
 */

/** Interval of the autoscalers. */
export const stepSeconds = 15;
/** Time until a new replica takes work: scheduling and start, with the image present. */
const startSeconds = 30;
/** CPU is averaged over this window. Due email is known only after counting and a scrape. */
const cpuWindowSeconds = 60;
const gaugeDelaySeconds = 30;
/** A Node process uses little more than one core. */
const coresOfReplica = 1;
/** Estimated share of the acceptance in delivery's cost of a send. Callers wait for it, so it precedes attempts. */
const acceptanceShare = 0.5;
const slotsOfReplica = 64;
/** One ESP account gets half of a process's slots. */
const shareOfSlots = 0.5;
/** The gauge stops counting here. */
const maxCounted = 10_000;

/**
 * Simulates the rules over a day: per step the replicas of each service, the due email and the age of the oldest due
 * email.
 *
 * @typedef {{
 *   second: number,
 *   sends: number,
 *   replicas: Record<string, number>,
 *   due: number,
 *   oldest: number,
 *   rejected: number,
 * }} Step
 * @param {{
 *   rules: Readonly<Record<string, Rule>>,
 *   costs: Readonly<Record<string, Cost>>,
 *   day: readonly number[],
 *   provider: number,
 *   held: number,
 * }} load `day`: sends per second per step; `provider`: seconds per email of the only ESP account;
 *   `held`: emails that are due all day but rate-limited
 * @returns {Step[]}
 */
export function simulate({ rules, costs, day, provider, held }) {
  const services = Object.entries(rules).map(([name, rule]) => new Service(name, rule, costs[name]));
  const queue = new Queue();
  return day.map((sends, step) => {
    /** @type {Record<string, number>} */
    const replicas = {};
    for (const service of services) {
      const running = service.running(step);
      const signals =
        service.name === 'delivery'
          ? deliver(queue, service.cost, running, sends, provider, step)
          : call(service.cost, running, sends);
      service.observe(signals, held, running);
      replicas[service.name] = running;
    }
    return {
      second: step * stepSeconds,
      sends,
      replicas,
      due: queue.size,
      oldest: queue.ageAt(step),
      rejected: queue.rejected,
    };
  });
}

/**
 * A called service. Calls beyond its capacity wait in its queue, and callers time out after seconds.
 *
 * @param {Cost} cost
 * @param {number} running
 * @param {number} sends
 * @returns {Signals}
 */
function call({ perSend, idle, requested }, running, sends) {
  const needed = sends * perSend + idle * running;
  const used = Math.min(needed, running * coresOfReplica);
  const waiting = Math.max(0, (needed - used) / perSend) * stepSeconds;
  return { cpu: used / requested, calls: waiting };
}

/**
 * Accepts first, then uses the remaining CPU and slots for attempts.
 *
 * @param {Queue} queue
 * @param {Cost} cost
 * @param {number} running
 * @param {number} sends
 * @param {number} provider
 * @param {number} step
 * @returns {Signals}
 */
function deliver(queue, { perSend, idle, requested }, running, sends, provider, step) {
  const cores = running * coresOfReplica - idle * running;
  const accepted = Math.min(sends, cores / (perSend * acceptanceShare));
  queue.rejected += (sends - accepted) * stepSeconds;
  queue.add(accepted * stepSeconds, step);
  const free = Math.max(0, cores - accepted * perSend * acceptanceShare);
  const bySlots = (running * slotsOfReplica * shareOfSlots) / provider;
  const sent = queue.take(Math.min(free / (perSend * (1 - acceptanceShare)), bySlots) * stepSeconds) / stepSeconds;
  const used = accepted * perSend * acceptanceShare + sent * perSend * (1 - acceptanceShare) + idle * running;
  return {
    cpu: used / requested,
    slots: queue.size > 0 ? shareOfSlots : (sent * provider) / (running * slotsOfReplica),
    due: Math.min(queue.size, maxCounted),
    'oldest-due': queue.ageAt(step),
  };
}

/** Due email, oldest first. */
class Queue {
  size = 0;
  rejected = 0;
  /** @type {{ count: number, step: number }[]} */
  parts = [];

  /**
   * @param {number} count
   * @param {number} step
   */
  add(count, step) {
    this.parts.push({ count, step });
    this.size += count;
  }

  /** @param {number} max */
  take(max) {
    let taken = 0;
    while (this.parts.length > 0 && taken < max) {
      const [part] = this.parts;
      const now = Math.min(part.count, max - taken);
      part.count -= now;
      taken += now;
      if (part.count < 1e-6) this.parts.shift();
    }
    this.size = this.parts.reduce((sum, { count }) => sum + count, 0);
    return taken;
  }

  /** @param {number} step */
  ageAt(step) {
    return this.parts.length === 0 ? 0 : (step - this.parts[0].step + 1) * stepSeconds;
  }
}

const average = (/** @type {readonly number[]} */ values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

class Service {
  /** @type {Signals[]} */
  history = [];
  /** @type {number[]} */
  ordered = [];

  /**
   * @param {string} name
   * @param {Rule} rule
   * @param {Cost} cost
   */
  constructor(name, rule, cost) {
    this.name = name;
    this.cost = cost;
    this.autoscaler = new Autoscaler(rule, stepSeconds);
    this.min = rule.min;
  }

  /**
   * Replicas that have started and are still desired.
   *
   * @param {number} step
   */
  running(step) {
    const before = this.ordered[step - 1 - startSeconds / stepSeconds] ?? this.min;
    return Math.min(before, this.ordered[step - 1] ?? this.min);
  }

  /**
   * @param {Signals} signals
   * @param {number} held
   * @param {number} running
   */
  observe(signals, held, running) {
    this.history.push(signals);
    const window = this.history.slice(-cpuWindowSeconds / stepSeconds);
    const late = this.history.at(-1 - gaugeDelaySeconds / stepSeconds) ?? this.history[0];
    const mean = (/** @type {string} */ name) => average(window.map((one) => one[name] ?? 0));
    this.ordered.push(
      this.autoscaler.next(
        {
          cpu: mean('cpu'),
          slots: mean('slots'),
          calls: late.calls,
          due: late.due + Math.min(held, maxCounted),
          'oldest-due': held > 0 ? 86_400 : late['oldest-due'],
        },
        running,
      ),
    );
  }
}

/**
 * How often a change of replicas was reversed within `withinSeconds`.
 *
 * @param {readonly Pick<Step, 'second' | 'replicas'>[]} steps
 * @param {string} service
 * @param {number} withinSeconds
 */
export function reversals(steps, service, withinSeconds) {
  /** @type {{ change: number, second: number } | undefined} */
  let last;
  let count = 0;
  for (const [index, { second, replicas }] of steps.entries()) {
    const change = Math.sign(replicas[service] - (steps[index - 1]?.replicas[service] ?? replicas[service]));
    if (change === 0) continue;
    if (last !== undefined && last.change !== change && second - last.second < withinSeconds) count++;
    last = { change, second };
  }
  return count;
}
