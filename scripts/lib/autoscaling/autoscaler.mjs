/**
 * @typedef {{ type: string, value: number, periodSeconds: number }} Policy
 * @typedef {{ signal: string, target: number, perReplica: boolean, busyAbove?: number }} Trigger
 * @typedef {{
 *   scaleUp: { policies?: readonly Policy[] },
 *   scaleDown: { stabilizationWindowSeconds: number, policies: readonly Policy[] },
 * }} Behavior
 * @typedef {{ min: number, max: number, behavior: Behavior, triggers: readonly Trigger[] }} Rule
 * @typedef {Readonly<Record<string, number>>} Signals metric values by name; `slots` is the share of busy slots
 */

/** Tolerated deviation from the target: the default of Kubernetes. */
const tolerance = 0.1;

/** The documented algorithm of the Kubernetes HorizontalPodAutoscaler for one service, run every `stepSeconds`. */
export class Autoscaler {
  /** @type {number[]} Desired replicas, latest last. */
  desired = [];
  /** @type {number[]} Actual replicas, latest last. */
  counts = [];

  /**
   * @param {Rule} rule
   * @param {number} stepSeconds
   */
  constructor(rule, stepSeconds) {
    this.rule = rule;
    this.stepSeconds = stepSeconds;
    this.replicas = rule.min;
  }

  /**
   * @param {Signals} signals
   * @param {number} ready replicas that take work. Targets per replica scale by the desired replicas, others by the
   *   ready ones.
   */
  next(signals, ready) {
    const { min, max } = this.rule;
    const proposed = Math.max(...this.rule.triggers.map((trigger) => this.proposeReplicas(trigger, signals, ready)));
    const desired = Math.min(max, Math.max(min, proposed));
    this.desired.push(desired);
    this.counts.push(this.replicas);
    this.replicas = this.bounded(desired);
    return this.replicas;
  }

  /**
   * @param {Trigger} trigger
   * @param {Signals} signals
   * @param {number} ready
   */
  proposeReplicas({ signal, target, perReplica, busyAbove }, signals, ready) {
    const value = busyAbove !== undefined && signals.slots <= busyAbove ? 0 : signals[signal];
    const ratio = perReplica ? value / (target * this.replicas) : value / target;
    if (Math.abs(ratio - 1) <= tolerance) return this.replicas;
    return Math.ceil((perReplica ? this.replicas : ready) * ratio - 1e-9);
  }

  /** @param {number} desired */
  bounded(desired) {
    const { scaleUp, scaleDown } = this.rule.behavior;
    if (desired > this.replicas) {
      const limits = (scaleUp.policies ?? []).map(({ type, value, periodSeconds }) => {
        const before = Math.min(this.replicas, this.countBefore(periodSeconds));
        return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100));
      });
      return Math.max(this.replicas, Math.min(desired, Math.max(...limits)));
    }
    // The highest recent demand decides, so that a short lull removes no replica.
    const window = this.desired.slice(-Math.max(1, Math.ceil(scaleDown.stabilizationWindowSeconds / this.stepSeconds)));
    const floor = scaleDown.policies.map(({ type, value, periodSeconds }) => {
      const before = Math.max(this.replicas, this.countBefore(periodSeconds));
      return type === 'Pods' ? before - value : Math.floor(before * (1 - value / 100));
    });
    return Math.min(this.replicas, Math.max(desired, ...window, Math.min(...floor)));
  }

  /** @param {number} seconds */
  countBefore(seconds) {
    return this.counts.at(-Math.ceil(seconds / this.stepSeconds)) ?? this.counts[0] ?? this.replicas;
  }
}
