import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MeasuredUsage } from './measured-usage.js';

class Usage extends MeasuredUsage {
  readonly counted: string[] = [];
  readonly errors: string[] = [];
  value = 0;
  takesMs = 0;
  failing = false;

  round(): Promise<boolean> {
    return this.batch();
  }

  protected measure(accountId: string, enough: number): Promise<number> {
    this.counted.push(`${accountId} ${enough}`);
    jest.advanceTimersByTime(this.takesMs);
    return this.failing ? Promise.reject(new Error('unavailable')) : Promise.resolve(this.value);
  }

  protected override onError({ message }: Error): void {
    this.errors.push(message);
  }
}

describe('MeasuredUsage', () => {
  let usage: Usage;
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    usage = new Usage();
  });
  afterEach(() => void jest.useRealTimers());

  it('measures in the background once it is requested, and no more often', async () => {
    usage.value = 7;
    expect(usage.known('acc_a', 100)).toBe(0);
    expect(usage.counted).toEqual([]);
    expect(await usage.round()).toBe(false);
    expect(usage.known('acc_a', 100)).toBe(7);
    await usage.round();
    expect(usage.counted).toEqual(['acc_a 101']);
  });

  it('measures again after 5 s, or after 50 times the duration of the measurement', async () => {
    usage.known('acc_a', 100);
    await usage.round();
    const again = async (ms: number): Promise<number> => {
      jest.advanceTimersByTime(ms);
      usage.known('acc_a', 100);
      await usage.round();
      return usage.counted.length;
    };
    expect(await again(4_999)).toBe(1);
    usage.takesMs = 1_000;
    expect(await again(1)).toBe(2);
    expect(await again(49_999)).toBe(2);
    expect(await again(1)).toBe(3);
  });

  it('measures again within a minute, however long it took, and soon after a failure', async () => {
    usage.takesMs = 9_000;
    usage.known('acc_a', 100);
    await usage.round();
    const again = async (ms: number): Promise<number> => {
      jest.advanceTimersByTime(ms);
      usage.known('acc_a', 100);
      await usage.round().catch(() => undefined);
      return usage.counted.length;
    };
    expect(await again(60_000)).toBe(2);
    usage.failing = true;
    usage.takesMs = 0;
    usage.value = 7;
    expect(await again(60_000)).toBe(3);
    usage.failing = false;
    expect(await again(60_000)).toBe(4);
    expect(usage.known('acc_a', 100)).toBe(7);
  });

  it('measures again soon near the limit', async () => {
    usage.value = 90;
    usage.known('acc_a', 100);
    await usage.round();
    jest.advanceTimersByTime(500);
    usage.known('acc_a', 100);
    await usage.round();
    expect(usage.counted).toHaveLength(2);
  });

  it('adds local additions immediately, until they are measured', async () => {
    usage.known('acc_a', 100);
    await usage.round();
    usage.add('acc_a', 3);
    expect(usage.known('acc_a', 100)).toBe(3);
    usage.value = 2;
    jest.advanceTimersByTime(5_000);
    expect(await usage.current('acc_a', 100)).toBe(2);
    usage.add('acc_unknown', 3);
    expect(usage.known('acc_unknown', 100)).toBe(0);
  });

  it('shares one measurement among concurrent requests', async () => {
    usage.value = 5;
    expect(
      await Promise.all([usage.current('acc_a', 9), usage.current('acc_a', 9), usage.current('acc_b', 9)]),
    ).toEqual([5, 5, 5]);
    expect(usage.counted).toEqual(['acc_a 10', 'acc_b 10']);
  });

  it('keeps the last value if a measurement fails', async () => {
    usage.value = 5;
    await usage.current('acc_a', 100);
    usage.failing = true;
    jest.advanceTimersByTime(5_000);
    expect(await usage.current('acc_a', 100)).toBe(5);
    expect(usage.errors).toEqual(['unavailable']);
  });

  it('measures one account after the other', async () => {
    usage.known('acc_a', 1);
    usage.known('acc_b', 1);
    expect([await usage.round(), await usage.round(), await usage.round()]).toEqual([true, false, false]);
    expect(usage.counted).toEqual(['acc_a 2', 'acc_b 2']);
  });
});
