import type { Step } from './report.mjs';

export function reversals(
  steps: readonly Pick<Step, 'second' | 'replicas'>[],
  service: string,
  withinSeconds: number,
): number;
