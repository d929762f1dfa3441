export interface Rule {
  readonly least: number;
  readonly most: number;
  readonly behavior: {
    readonly scaleUp: { readonly policies: readonly Policy[] };
    readonly scaleDown: { readonly stabilizationWindowSeconds: number; readonly policies: readonly Policy[] };
  };
  readonly triggers: readonly {
    readonly signal: string;
    readonly target: number;
    readonly perReplica: boolean;
    readonly busyAbove?: number;
  }[];
}
interface Policy {
  readonly type: 'Pods' | 'Percent';
  readonly value: number;
  readonly periodSeconds: number;
}
/** A horizontal pod autoscaler as Kubernetes documents its algorithm. */
export class Autoscaler {
  constructor(rule: Rule, stepSeconds: number);
  /** How many are wanted now. */
  next(signals: Readonly<Record<string, number>>, ready: number): number;
}
