/**
 * @typedef {{ type: string, value: number, periodSeconds: number }} Policy
 * @typedef {{ signal: string, target: number, perReplica: boolean, busyAbove?: number }} Trigger
 * @typedef {{
 *   scaleUp: { policies?: readonly Policy[] },
 *   scaleDown: { stabilizationWindowSeconds: number, policies: readonly Policy[] },
 * }} Behavior
 * @typedef {{ least: number, most: number, behavior: Behavior, triggers: readonly Trigger[] }} Rule
 * @typedef {Readonly<Record<string, number>>} Signals figures by name; `slots` says whether replicas are busy
 */

/** How far a figure may be off its target before anything changes: Kubernetes' own default. */
const tolerance = 0.1;

/** A horizontal pod autoscaler as Kubernetes documents its algorithm: what it wants of one service, asked every `stepSeconds`. */
export class Autoscaler {
  /** @type {number[]} What was wanted, latest last. */
  wanted = [];
  /** @type {number[]} How many replicas there were, latest last. */
  counts = [];

  /**
   * @param {Rule} rule
   * @param {number} stepSeconds
   */
  constructor(rule, stepSeconds) {
    this.rule = rule;
    this.stepSeconds = stepSeconds;
    this.replicas = rule.least;
  }

  /**
   * @param {Signals} signals
   * @param {number} ready how many take work: what they share is divided among all that were ordered, a figure of the whole goes by those that are ready
   */
  next(signals, ready) {
    const { least, most } = this.rule;
    const wish = Math.max(...this.rule.triggers.map((trigger) => this.wishOf(trigger, signals, ready)));
    const wanted = Math.min(most, Math.max(least, wish));
    this.wanted.push(wanted);
    this.counts.push(this.replicas);
    this.replicas = this.bounded(wanted);
    return this.replicas;
  }

  /**
   * @param {Trigger} trigger
   * @param {Signals} signals
   * @param {number} ready
   */
  wishOf({ signal, target, perReplica, busyAbove }, signals, ready) {
    const value = busyAbove !== undefined && signals.slots <= busyAbove ? 0 : signals[signal];
    const ratio = perReplica ? value / (target * this.replicas) : value / target;
    if (Math.abs(ratio - 1) <= tolerance) return this.replicas;
    return Math.ceil((perReplica ? this.replicas : ready) * ratio - 1e-9);
  }

  /** @param {number} wish */
  bounded(wish) {
    const { scaleUp, scaleDown } = this.rule.behavior;
    if (wish > this.replicas) {
      const room = (scaleUp.policies ?? []).map(({ type, value, periodSeconds }) => {
        const before = Math.min(this.replicas, this.countBefore(periodSeconds));
        return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100));
      });
      return Math.max(this.replicas, Math.min(wish, Math.max(...room)));
    }
    // The most that was wanted lately decides, so that a lull takes nothing away.
    const window = this.wanted.slice(-Math.max(1, Math.ceil(scaleDown.stabilizationWindowSeconds / this.stepSeconds)));
    const floor = scaleDown.policies.map(({ type, value, periodSeconds }) => {
      const before = Math.max(this.replicas, this.countBefore(periodSeconds));
      return type === 'Pods' ? before - value : Math.floor(before * (1 - value / 100));
    });
    return Math.min(this.replicas, Math.max(wish, ...window, Math.min(...floor)));
  }

  /** @param {number} seconds */
  countBefore(seconds) {
    return this.counts.at(-Math.ceil(seconds / this.stepSeconds)) ?? this.counts[0] ?? this.replicas;
  }
}
