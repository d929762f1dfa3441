import { describe, expect, it } from '@jest/globals';
import type { DeliveryOutcome } from '../drivers/driver.js';
import { responded, abortedByStop, exhausted, late, settled, waiting } from './conclusion.js';
import type { Consequence } from './retry-policy.js';
import { applyRetryPolicy, formatDuration } from './retry-policy.js';

const schedule = { RETRY_DELAYS_SECONDS: [30, 120, 600], UNKNOWN_OUTCOME_WAIT_SECONDS: 60 };
const middle = () => 0.5;
const deferred = (detail = 'Provider answered 429') => ({ kind: 'deferred', scope: 'message', detail }) as const;

/** The result of an attempt without earlier unknown outcomes. */
const after = (outcome: DeliveryOutcome, attempt: number, random?: () => number): Consequence =>
  applyRetryPolicy(responded(outcome, []), { attempt, waits: 0, ambiguous: false }, schedule, random);

describe('applyRetryPolicy', () => {
  it('ends as sent when the provider accepted the message', () => {
    expect(after({ kind: 'sent', detail: '250 Ok' }, 1)).toEqual({
      status: 'sent',
      message: '250 Ok',
    });
  });

  it.each(['bounced', 'dropped'] as const)('ends as %s when the message is rejected permanently', (status) => {
    expect(after({ kind: 'rejected', status, detail: '550 no such user' }, 1)).toEqual({
      status,
      message: '550 no such user',
    });
  });

  it('retries a deferred message by the schedule and logs when', () => {
    expect(after(deferred(), 2, middle)).toMatchObject({
      status: 'failed_to_send',
      message: 'Provider answered 429; next try in 2 min',
      retryAfter: 120,
    });
  });

  it('adds a jitter of 20 % to both sides', () => {
    expect(after(deferred(), 1, () => 0).retryAfter).toBeCloseTo(24);
    expect(after(deferred(), 1, () => 1).retryAfter).toBeCloseTo(36);
  });

  it('waits for the date of the provider when it is later than the schedule', () => {
    const { retryAfter } = after({ ...deferred(), retryAt: new Date(Date.now() + 500_000) }, 1, middle);
    expect(retryAfter).toBeGreaterThan(490);
    expect(retryAfter).toBeLessThanOrEqual(500);
  });

  it('limits the date of a provider to two days', () => {
    expect(after({ ...deferred(), retryAt: new Date(Date.now() + 1e12) }, 1, middle).retryAfter).toBe(48 * 3600);
  });

  it('waits before it repeats a message that the provider may have, and logs that', () => {
    const unknown = { ...deferred('Connection lost'), unknown: true, outage: true } as const;
    expect(after(unknown, 1, middle)).toEqual({
      status: 'failed_to_send',
      message: 'Connection lost; next try in 60 s with the same Message-ID, as it may have been sent',
      retryAfter: 60,
      ambiguous: true,
      accountFailed: false,
    });
    expect(after(unknown, 2, middle).retryAfter).toBe(120);
  });

  it.each([
    ['login failed', { scope: 'account' }, true],
    ['not reached', { scope: 'message', outage: true }, true],
    ['busy', { scope: 'message' }, false],
  ] as const)('marks failures that are the fault of the account: %s', (detail, fault, accountFailed) => {
    expect(after({ kind: 'deferred', detail, ...fault }, 1, middle)).toMatchObject({
      accountFailed,
      ambiguous: false,
    });
  });

  it('drops the message after the last retry, with the last reason', () => {
    expect(after(deferred('451 greylisted'), 4, middle)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. 451 greylisted',
    });
  });
});

describe('the end of a message with an unknown outcome', () => {
  const last = { attempt: 4, waits: 0, ambiguous: true };

  it.each<[DeliveryOutcome, string]>([
    [deferred('421 Busy.'), 'Given up after 4 attempts. 421 Busy; it may have been sent by an earlier attempt'],
    [
      { ...deferred('Connection lost'), unknown: true },
      'Given up after 4 attempts. Connection lost; it may have been sent',
    ],
    [
      { kind: 'rejected', status: 'dropped', detail: '554 Spam' },
      '554 Spam; it may have been sent by an earlier attempt',
    ],
    [
      { kind: 'rejected', status: 'bounced', detail: '550 No such user' },
      '550 No such user; it may have been sent by an earlier attempt',
    ],
  ])('logs that it may have been sent', (outcome, message) => {
    expect(applyRetryPolicy(responded(outcome, []), last, schedule)).toMatchObject({ message });
  });

  it('logs it when its last attempt was its only one', () => {
    expect(after({ ...deferred('Connection lost'), unknown: true }, 4)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. Connection lost; it may have been sent',
    });
  });

  it('logs it when the process of the last attempt died', () => {
    expect(applyRetryPolicy(exhausted, { ...last, attempt: 5 }, schedule).message).toMatch(
      /^Given up after 4 attempts\. .*; it may have been sent$/,
    );
  });

  it('does not log it when the message was sent in the end', () => {
    expect(applyRetryPolicy(responded({ kind: 'sent', detail: '250 Ok' }, []), last, schedule).message).toBe('250 Ok');
  });
});

describe('an unavailable dependency', () => {
  it.each([
    [0, 15],
    [1, 30],
    [4, 240],
    [90, 240],
  ])('the dependency is called again: after %i waits in %i s', (waits, retryAfter) => {
    const message = { attempt: 1, waits, ambiguous: false };
    expect(applyRetryPolicy(waiting('The template service could not be reached'), message, schedule)).toEqual({
      status: 'failed_to_queue',
      message: 'The template service could not be reached; retried until it is available',
      retryAfter,
    });
  });
});

describe('a process that stops', () => {
  const message = { attempt: 1, waits: 0, ambiguous: false };

  it('releases a message that could not be started within its lease, without counting as an attempt', () => {
    expect(applyRetryPolicy(late, { attempt: 2, waits: 3, ambiguous: false }, schedule)).toEqual({
      status: 'failed_to_queue',
      message: 'The process that leased this message was too busy to start in time; it is retried',
      retryAfter: 0,
    });
  });

  it('releases a message immediately that no ESP can have', () => {
    const notReached = responded({ ...deferred('aborted'), outage: true }, []);
    for (const conclusion of [abortedByStop(), abortedByStop(notReached)]) {
      expect(applyRetryPolicy(conclusion, message, schedule)).toMatchObject({
        status: 'failed_to_queue',
        retryAfter: 0,
      });
    }
  });

  it('has a message repeated after a wait when it may have been sent, and logs that', () => {
    const handedOver = responded({ ...deferred('aborted'), unknown: true }, []);
    expect(applyRetryPolicy(abortedByStop(handedOver), message, schedule)).toEqual({
      status: 'failed_to_send',
      message:
        'The process that was sending this message stopped before the provider responded; next try in 60 s with the same Message-ID, as it may have been sent',
      retryAfter: 60,
      ambiguous: true,
    });
  });

  it('keeps conclusions that were final before', () => {
    const sent = responded({ kind: 'sent', detail: '250 Ok' }, []);
    const dropped = settled({ kind: 'rejected', status: 'dropped', detail: 'gone' });
    expect([abortedByStop(sent), abortedByStop(dropped)]).toEqual([sent, dropped]);
  });
});

describe('formatDuration', () => {
  it.each([
    [0.2, '1 s'],
    [30, '30 s'],
    [120, '2 min'],
    [1800, '30 min'],
    [21_600, '6 h'],
  ])('formats %d seconds as %s', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });
});
