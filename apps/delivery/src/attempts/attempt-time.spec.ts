import { attemptTimeMs } from './attempt-processor.js';

const limits = { LEASE_SECONDS: 90, ATTEMPT_TIMEOUT_SECONDS: 45 };
const after = (seconds: number, of: typeof limits = limits): number | undefined =>
  attemptTimeMs(1_000, of, 1_000 + seconds * 1000);

describe('attemptTimeMs', () => {
  it('returns the configured timeout for an attempt that starts early in its lease', () => {
    expect(after(0)).toBe(45_000);
    expect(after(22)).toBe(45_000);
  });

  it('leaves a quarter of the lease for the result of an attempt that starts late', () => {
    expect(after(30)).toBe(37_500);
    expect(after(45)).toBe(22_500);
    expect(after(0, { LEASE_SECONDS: 90, ATTEMPT_TIMEOUT_SECONDS: 600 })).toBe(67_500);
  });

  it('the time is undefined when less than half of the lease is left', () => {
    expect(after(45.1)).toBeUndefined();
    expect(after(1_000)).toBeUndefined();
  });
});
