import { beforeEach, describe, expect, it } from '@jest/globals';
import { register } from 'prom-client';
import { Breakers } from './breakers.js';

describe('Breakers', () => {
  let time = 0;
  let breakers: Breakers;
  beforeEach(() => {
    time = 0;
    breakers = new Breakers(() => time);
  });
  const fail = (times: number, lane = 'broken'): void => {
    for (let n = 0; n < times; n++) breakers.failed(lane);
  };

  it('lets an account be used freely until it failed five times in a row', () => {
    fail(4);
    expect(breakers.limitOf('broken')).toBe(Infinity);
    fail(1);
    expect(breakers.limitOf('broken')).toBe(0);
    expect(breakers.limited).toEqual(['broken']);
  });

  it('forgets failures between which it worked', () => {
    fail(4);
    breakers.worked('broken');
    fail(4);
    expect(breakers.limitOf('broken')).toBe(Infinity);
  });

  it('keeps other accounts out of it', () => {
    fail(5);
    expect(breakers.limitOf('other')).toBe(Infinity);
  });

  it('lets one attempt at a time through after the pause, and all when it worked', () => {
    fail(5);
    time = 4_999;
    expect(breakers.limitOf('broken')).toBe(0);
    time = 5_000;
    expect(breakers.limitOf('broken')).toBe(1);
    breakers.worked('broken');
    expect(breakers.limitOf('broken')).toBe(Infinity);
    expect(breakers.limited).toEqual([]);
  });

  it('doubles the pause with every try that fails, up to fifteen minutes', () => {
    fail(5);
    for (const pause of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      time += pause * 1000 - 1;
      expect(breakers.limitOf('broken')).toBe(0);
      time += 1;
      expect(breakers.limitOf('broken')).toBe(1);
      fail(1);
    }
  });

  it('forgets an account without an attempt for an hour, and says no more that it is paused', async () => {
    const shown = async (): Promise<string[]> => {
      const metric = register.getSingleMetric('postrider_breaker_open')!;
      return (await metric.get()).values.map(({ labels }) => String(labels['esp_account']));
    };
    fail(5, 'deleted');
    expect([breakers.limited, await shown()]).toEqual([['deleted'], expect.arrayContaining(['deleted'])]);
    time = 60 * 60_000 - 1;
    expect(breakers.limited).toEqual(['deleted']);
    time += 1;
    expect(breakers.limited).toEqual([]);
    expect(await shown()).not.toContain('deleted');
  });

  it('is not moved by attempts that were under way when it opened', () => {
    fail(20);
    time = 5_000;
    expect(breakers.limitOf('broken')).toBe(1);
  });
});
