import { describe, expect, it } from '@jest/globals';
import type { Rule } from './autoscaler.mjs';
import { Autoscaler } from './autoscaler.mjs';
import { days, flappingSeconds, isWritten, simulateDay, write } from './report.mjs';
import type { Step } from './simulation.mjs';
import { reversals } from './simulation.mjs';

const rule = (change: Partial<Rule> = {}): Rule => ({
  min: 2,
  max: 10,
  behavior: {
    scaleUp: { policies: [{ type: 'Percent', value: 100, periodSeconds: 60 }] },
    scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
  },
  triggers: [{ signal: 'due', target: 100, perReplica: true }],
  ...change,
});
const replicasFor = (of: Rule, due: readonly number[], slots = 1): number[] => {
  const autoscaler = new Autoscaler(of, 15);
  return due.map((value) => autoscaler.next({ due: value, slots }, 2));
};

describe('an autoscaler', () => {
  it('scales to the load within its bounds', () => {
    expect(replicasFor(rule(), [390])).toEqual([4]);
    expect(replicasFor(rule(), [0])).toEqual([2]);
    expect(replicasFor(rule({ max: 3 }), [390])).toEqual([3]);
  });
  it('ignores deviations of up to a tenth', () => {
    expect(replicasFor(rule(), [219])).toEqual([2]);
    expect(replicasFor(rule(), [221])).toEqual([3]);
  });
  it('doubles the replicas at most once a minute', () => {
    expect(replicasFor(rule(), [9_999, 9_999, 9_999, 9_999, 9_999])).toEqual([4, 4, 4, 4, 8]);
  });
  it('removes one replica a minute after the stabilization window', () => {
    const calm = Array<number>(12).fill(0);
    expect(replicasFor(rule(), [390, ...calm])).toEqual([4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2]);
  });
  it('does not scale up for due email while slots are free', () => {
    const busy = rule({ triggers: [{ signal: 'due', target: 100, perReplica: true, busyAbove: 0.3 }] });
    expect(replicasFor(busy, [390], 0.2)).toEqual([2]);
    expect(replicasFor(busy, [390], 0.4)).toEqual([4]);
  });
});

it('counts a reversed change of replicas as flapping when it comes too soon', () => {
  const steps = [2, 3, 3, 2].map((count, index) => ({ second: index * 60, replicas: { one: count } }));
  expect(reversals(steps, 'one', 121)).toBe(1);
  expect(reversals(steps, 'one', 120)).toBe(0);
});

describe('the rules of k8s/components/autoscaling', () => {
  const simulated = new Map(days.map((day) => [day.name, simulateDay(day)] as const));
  const getMax = (steps: readonly Step[], of: (step: Step) => number): number => Math.max(...steps.map(of));

  it('are tested with a peak of twenty times the load at night', () => {
    for (const [, steps] of simulated) {
      const night = steps[0]!.sends;
      expect(getMax(steps, ({ sends }) => sends)).toBeGreaterThanOrEqual(19.5 * night);
    }
  });

  it.each(days.map(({ name }) => [name]))('keep up without flapping: %s', (name) => {
    const steps = simulated.get(name)!;
    expect(getMax(steps, ({ oldest }) => oldest)).toBeLessThanOrEqual(60);
    expect(steps.at(-1)).toMatchObject({ rejected: 0, due: 0 });
    for (const service of Object.keys(steps[0]!.replicas)) {
      expect([service, reversals(steps, service, flappingSeconds)]).toEqual([service, 0]);
      // Back to the minimum within an hour after the last peak.
      expect(steps.at(-1)!.replicas[service]).toBe(2);
    }
  });

  it('keep up by CPU alone when the metric of waiting calls is missing', () => {
    const [day] = days;
    const steps = simulateDay(day!, ['calls']);
    expect(getMax(steps, ({ oldest }) => oldest)).toBeLessThanOrEqual(60);
    expect(steps.at(-1)).toMatchObject({ rejected: 0, due: 0 });
    const usual = simulated.get(day!.name)!;
    for (const service of ['template', 'tracking', 'customer', 'drip'])
      expect(getMax(steps, ({ replicas }) => replicas[service]!)).toBe(
        getMax(usual, ({ replicas }) => replicas[service]!),
      );
  });

  it('add no replica for email that waits for the rate limit of its account', () => {
    const day = days.find(({ held }) => held !== undefined)!;
    expect(getMax(simulated.get(day.name)!, ({ replicas }) => replicas['delivery']!)).toBe(2);
  });

  it('have their tables in the docs (npm run generate writes them)', () => {
    if (process.env['GENERATE'] === 'true') write();
    expect(isWritten()).toBe(true);
  });
});
