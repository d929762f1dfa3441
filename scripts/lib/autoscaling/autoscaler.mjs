/** How far a figure may be off its target before anything changes: Kubernetes' own default. */
const tolerance = 0.1;

/** A horizontal pod autoscaler as Kubernetes documents its algorithm: what it wants of one service, asked every `stepSeconds`. */
export class Autoscaler {
  /** What was wanted, and how many there were, latest last. */
  wanted = [];
  counts = [];

  constructor(rule, stepSeconds) {
    this.rule = rule;
    this.stepSeconds = stepSeconds;
    this.replicas = rule.least;
  }

  /**
   * @param signals the figures by name; `slots` says whether replicas are busy
   * @param ready how many take work: what they share is divided among all that were ordered, a figure of the whole goes by those that are ready
   */
  next(signals, ready) {
    const { least, most } = this.rule;
    const wish = Math.max(...this.rule.triggers.map((trigger) => this.wishOf(trigger, signals, ready)));
    this.wanted.push(Math.min(most, Math.max(least, wish)));
    this.counts.push(this.replicas);
    this.replicas = this.bounded(this.wanted.at(-1));
    return this.replicas;
  }

  wishOf({ signal, target, perReplica, busyAbove }, signals, ready) {
    const value = busyAbove !== undefined && signals.slots <= busyAbove ? 0 : signals[signal];
    const ratio = perReplica ? value / (target * this.replicas) : value / target;
    if (Math.abs(ratio - 1) <= tolerance) return this.replicas;
    return Math.ceil((perReplica ? this.replicas : ready) * ratio - 1e-9);
  }

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

  countBefore(seconds) {
    return this.counts.at(-Math.ceil(seconds / this.stepSeconds)) ?? this.counts[0] ?? this.replicas;
  }
}
