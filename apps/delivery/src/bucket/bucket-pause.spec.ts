import { BucketPause } from './bucket-pause.js';

describe('BucketPause', () => {
  let now: number;
  let pause: BucketPause;
  const fail = (times: number): boolean[] => Array.from({ length: times }, () => pause.recordFailure());

  beforeEach(() => {
    now = 1_000;
    pause = new BucketPause(() => now);
  });

  it('starts after the fifth failure in a row, and reports that once', () => {
    expect(fail(4)).toEqual([false, false, false, false]);
    expect([pause.admits(), pause.isOn]).toEqual([true, false]);
    expect(fail(3)).toEqual([true, false, false]);
    expect([pause.admits(), pause.isOn]).toEqual([false, true]);
  });

  it('does not start while some requests succeed', () => {
    fail(4);
    expect(pause.recordSuccess()).toBe(false);
    expect(fail(4)).not.toContain(true);
    expect(pause.admits()).toBe(true);
  });

  it('admits one request after 5 s, and all after it succeeded', () => {
    fail(5);
    now += 4_999;
    expect(pause.admits()).toBe(false);
    now += 1;
    expect(pause.isOn).toBe(false);
    expect([pause.admits(), pause.admits(), pause.isOn]).toEqual([true, false, true]);
    expect(pause.recordSuccess()).toBe(true);
    expect([pause.admits(), pause.admits(), pause.isOn]).toEqual([true, true, false]);
  });

  it('continues for 5 s when that request failed or never ended', () => {
    fail(5);
    now += 5_000;
    expect(pause.admits()).toBe(true);
    now += 4_000;
    pause.recordFailure();
    now += 4_999;
    expect(pause.admits()).toBe(false);
    now += 1;
    expect(pause.admits()).toBe(true);
    now += 5_000;
    expect(pause.admits()).toBe(true);
  });
});
