import { describe, expect, it } from '@jest/globals';
import type { Rule } from './autoscaler.mjs';
import { Autoscaler } from './autoscaler.mjs';
import { days, flappingSeconds, isWritten, simulateDay, write } from './report.mjs';
import type { Step } from './simulation.mjs';
import { reversals } from './simulation.mjs';

const rule = (change: Partial<Rule> = {}): Rule => ({
  least: 2,
  most: 10,
  behavior: {
    scaleUp: { policies: [{ type: 'Percent', value: 100, periodSeconds: 60 }] },
    scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
  },
  triggers: [{ signal: 'due', target: 100, perReplica: true }],
  ...change,
});
const asked = (of: Rule, due: readonly number[], slots = 1): number[] => {
  const autoscaler = new Autoscaler(of, 15);
  return due.map((value) => autoscaler.next({ due: value, slots }, 2));
};

describe('an autoscaler', () => {
  it('wants as many as there is work for, within its bounds', () => {
    expect(asked(rule(), [390])).toEqual([4]);
    expect(asked(rule(), [0])).toEqual([2]);
    expect(asked(rule({ most: 3 }), [390])).toEqual([3]);
  });
  it('lets a tenth more or less be', () => {
    expect(asked(rule(), [219])).toEqual([2]);
    expect(asked(rule(), [221])).toEqual([3]);
  });
  it('doubles them within a minute, and no more', () => {
    expect(asked(rule(), [9_999, 9_999, 9_999, 9_999, 9_999])).toEqual([4, 4, 4, 4, 8]);
  });
  it('gives one back a minute, once nobody wanted it for the time that is to pass', () => {
    const calm = Array<number>(12).fill(0);
    expect(asked(rule(), [390, ...calm])).toEqual([4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 2]);
  });
  it('wants none for what waits while nothing is busy', () => {
    const busy = rule({ triggers: [{ signal: 'due', target: 100, perReplica: true, busyAbove: 0.3 }] });
    expect(asked(busy, [390], 0.2)).toEqual([2]);
    expect(asked(busy, [390], 0.4)).toEqual([4]);
  });
});

it('a service flaps when it takes back a change of its replicas too soon', () => {
  const steps = [2, 3, 3, 2].map((count, index) => ({ second: index * 60, replicas: { one: count } }));
  expect(reversals(steps, 'one', 121)).toBe(1);
  expect(reversals(steps, 'one', 120)).toBe(0);
});

describe('the rules of k8s/components/autoscaling', () => {
  const simulated = new Map(days.map((day) => [day.name, simulateDay(day)] as const));
  const most = (steps: readonly Step[], of: (step: Step) => number): number => Math.max(...steps.map(of));

  it('are held to a peak of twenty times the night', () => {
    for (const [, steps] of simulated) {
      const night = steps[0]!.sends;
      expect(most(steps, ({ sends }) => sends)).toBeGreaterThanOrEqual(19.5 * night);
    }
  });

  it.each(days.map(({ name }) => [name]))('keep up without flapping: %s', (name) => {
    const steps = simulated.get(name)!;
    expect(most(steps, ({ oldest }) => oldest)).toBeLessThanOrEqual(60);
    expect(steps.at(-1)).toMatchObject({ refused: 0, due: 0 });
    for (const service of Object.keys(steps[0]!.replicas)) {
      expect([service, reversals(steps, service, flappingSeconds)]).toEqual([service, 0]);
      // Back to the least within an hour of the last peak.
      expect(steps.at(-1)!.replicas[service]).toBe(2);
    }
  });

  it('keep up by the processor alone while nobody sees the calls that wait', () => {
    const [day] = days;
    const steps = simulateDay(day!, ['calls']);
    expect(most(steps, ({ oldest }) => oldest)).toBeLessThanOrEqual(60);
    expect(steps.at(-1)).toMatchObject({ refused: 0, due: 0 });
    const usual = simulated.get(day!.name)!;
    for (const service of ['template', 'tracking', 'customer', 'drip'])
      expect(most(steps, ({ replicas }) => replicas[service]!)).toBe(most(usual, ({ replicas }) => replicas[service]!));
  });

  it('want no replica for mail that waits for the rate of its account', () => {
    const day = days.find(({ held }) => held !== undefined)!;
    expect(most(simulated.get(day.name)!, ({ replicas }) => replicas['delivery']!)).toBe(2);
  });

  it('have their tables in the docs (npm run generate writes them)', () => {
    if (process.env['GENERATE'] === 'true') write();
    expect(isWritten()).toBe(true);
  });
});
