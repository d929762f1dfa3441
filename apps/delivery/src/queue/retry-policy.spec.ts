import { describe, expect, it } from '@jest/globals';
import { consequenceOf, inWords } from './retry-policy.js';

const delays = [30, 120, 600];
const middle = () => 0.5;
const deferred = (detail = 'Provider answered 429') => ({ kind: 'deferred', scope: 'message', detail }) as const;

describe('consequenceOf', () => {
  it('ends with sent what the provider took', () => {
    expect(consequenceOf({ kind: 'sent', detail: '250 Ok' }, 1, delays)).toEqual({ status: 'sent', message: '250 Ok' });
  });

  it.each(['bounced', 'dropped'] as const)('ends with %s what will never be taken', (status) => {
    expect(consequenceOf({ kind: 'rejected', status, detail: '550 no such user' }, 1, delays)).toEqual({ status, message: '550 no such user' });
  });

  it('tries a deferred message again by the schedule and says when', () => {
    expect(consequenceOf(deferred(), 2, delays, middle)).toEqual({ status: 'failed_to_send', message: 'Provider answered 429; next try in 2 min', retryAfter: 120 });
  });

  it('spreads retries by 20 % to both sides', () => {
    expect(consequenceOf(deferred(), 1, delays, () => 0).retryAfter).toBeCloseTo(24);
    expect(consequenceOf(deferred(), 1, delays, () => 1).retryAfter).toBeCloseTo(36);
  });

  it('waits for the date a provider names when it is later than the schedule', () => {
    const { retryAfter } = consequenceOf({ ...deferred(), retryAt: new Date(Date.now() + 500_000) }, 1, delays, middle);
    expect(retryAfter).toBeGreaterThan(490);
    expect(retryAfter).toBeLessThanOrEqual(500);
  });

  it('does not let a provider postpone a message beyond two days', () => {
    expect(consequenceOf({ ...deferred(), retryAt: new Date(Date.now() + 1e12) }, 1, delays, middle).retryAfter).toBe(48 * 3600);
  });

  it('drops the message when the schedule is used up, with the last reason', () => {
    expect(consequenceOf(deferred('451 greylisted'), 4, delays, middle)).toEqual({ status: 'dropped', message: 'Given up after 4 attempts. 451 greylisted' });
  });
});

describe('inWords', () => {
  it.each([[0.2, '1 s'], [30, '30 s'], [120, '2 min'], [1800, '30 min'], [21_600, '6 h']])('%d seconds are %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words);
  });
});
