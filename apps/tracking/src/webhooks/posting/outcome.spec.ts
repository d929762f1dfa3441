import { classifyStatus, describeOutcome, parseRetryAfter } from './outcome.js';

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('with status %d is delivered', (status) => {
    expect(classifyStatus(status, 1)).toEqual({ kind: 'delivered' });
    expect(classifyStatus(status, 7)).toEqual({ kind: 'delivered' });
  });

  it.each([
    [1, 5],
    [2, 5 * 60],
    [3, 30 * 60],
    [4, 2 * 3_600],
    [5, 5 * 3_600],
    [6, 10 * 3_600],
  ])('number %d that fails is retried after %d s', (attempt, wait) => {
    for (const status of [undefined, 199, 301, 400, 404, 429, 500, 503])
      expect(classifyStatus(status, attempt)).toEqual({ kind: 'failed', wait });
  });

  it('an event is given up after attempt 7, or after status 410', () => {
    expect(classifyStatus(500, 7)).toEqual({ kind: 'given_up' });
    expect(classifyStatus(undefined, 7)).toEqual({ kind: 'given_up' });
    expect(classifyStatus(410, 1)).toEqual({ kind: 'given_up', gone: true });
  });

  it.each([429, 503])('with status %d is retried after Retry-After, within limits', (status) => {
    expect(classifyStatus(status, 1, 120)).toEqual({ kind: 'failed', wait: 120 });
    expect(classifyStatus(status, 2, 120)).toEqual({ kind: 'failed', wait: 300 });
    expect(classifyStatus(status, 1, 10 ** 9)).toEqual({ kind: 'failed', wait: 36_000 });
    expect(classifyStatus(status, 7, 120)).toEqual({ kind: 'given_up' });
  });

  it('ignores Retry-After with another status', () => {
    expect(classifyStatus(500, 1, 120)).toEqual({ kind: 'failed', wait: 5 });
    expect(classifyStatus(undefined, 1, 120)).toEqual({ kind: 'failed', wait: 5 });
  });

  it('reads Retry-After in seconds and as a date', () => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    expect(parseRetryAfter('90', now)).toBe(90);
    expect(parseRetryAfter('Tue, 24 Nov 2026 12:01:00 GMT', now)).toBe(60);
    expect(parseRetryAfter('Tue, 24 Nov 2026 11:00:00 GMT', now)).toBe(0);
    for (const none of [undefined, '', 'soon', '-3', '1.5 hours']) expect(parseRetryAfter(none, now)).toBeUndefined();
  });

  it('describes that redirects are not followed', () => {
    expect(describeOutcome(308)).toBe('The endpoint returned 308; redirects are not followed');
    expect(describeOutcome(404)).toBe('The endpoint returned 404');
  });
});
