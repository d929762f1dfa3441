import { describe, expect, it } from '@jest/globals';
import type { DeliveryOutcome } from '../drivers/driver.js';
import { answered, cutOff, exhausted, late, settled, waiting } from './conclusion.js';
import type { Consequence } from './retry-policy.js';
import { consequenceOf, inWords } from './retry-policy.js';

const schedule = { RETRY_DELAYS_SECONDS: [30, 120, 600], UNKNOWN_OUTCOME_WAIT_SECONDS: 60 };
const middle = () => 0.5;
const deferred = (detail = 'Provider answered 429') => ({ kind: 'deferred', scope: 'message', detail }) as const;

/** Of the outcome of this attempt, where no earlier one was lost. */
const after = (outcome: DeliveryOutcome, attempt: number, random?: () => number): Consequence =>
  consequenceOf(answered(outcome, []), { attempt, waits: 0, ambiguous: false }, schedule, random);

describe('consequenceOf', () => {
  it('ends with sent what the provider took', () => {
    expect(after({ kind: 'sent', detail: '250 Ok' }, 1)).toEqual({
      status: 'sent',
      message: '250 Ok',
    });
  });

  it.each(['bounced', 'dropped'] as const)('ends with %s what will never be taken', (status) => {
    expect(after({ kind: 'rejected', status, detail: '550 no such user' }, 1)).toEqual({
      status,
      message: '550 no such user',
    });
  });

  it('tries a deferred message again by the schedule and says when', () => {
    expect(after(deferred(), 2, middle)).toMatchObject({
      status: 'failed_to_send',
      message: 'Provider answered 429; next try in 2 min',
      retryAfter: 120,
    });
  });

  it('spreads retries by 20 % to both sides', () => {
    expect(after(deferred(), 1, () => 0).retryAfter).toBeCloseTo(24);
    expect(after(deferred(), 1, () => 1).retryAfter).toBeCloseTo(36);
  });

  it('waits for the date a provider names when it is later than the schedule', () => {
    const { retryAfter } = after({ ...deferred(), retryAt: new Date(Date.now() + 500_000) }, 1, middle);
    expect(retryAfter).toBeGreaterThan(490);
    expect(retryAfter).toBeLessThanOrEqual(500);
  });

  it('does not let a provider postpone a message beyond two days', () => {
    expect(after({ ...deferred(), retryAt: new Date(Date.now() + 1e12) }, 1, middle).retryAfter).toBe(48 * 3600);
  });

  it('waits long enough for an answer when the provider may have the message, and says so', () => {
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
    ['not logged in', { scope: 'account' }, true],
    ['not reached', { scope: 'message', outage: true }, true],
    ['busy', { scope: 'message' }, false],
  ] as const)('tells what may go through the fallback at once: %s', (detail, fault, accountFailed) => {
    expect(after({ kind: 'deferred', detail, ...fault }, 1, middle)).toMatchObject({
      accountFailed,
      ambiguous: false,
    });
  });

  it('drops the message when the schedule is used up, with the last reason', () => {
    expect(after(deferred('451 greylisted'), 4, middle)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. 451 greylisted',
    });
  });
});

describe('the end of a message whose answer was lost once', () => {
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
  ])('says that it may have been sent', (outcome, message) => {
    expect(consequenceOf(answered(outcome, []), last, schedule)).toMatchObject({ message });
  });

  it('says so also when that was its last attempt alone', () => {
    expect(after({ ...deferred('Connection lost'), unknown: true }, 4)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. Connection lost; it may have been sent',
    });
  });

  it('says so when the process that made the last attempt stopped', () => {
    expect(consequenceOf(exhausted, { ...last, attempt: 5 }, schedule).message).toMatch(
      /^Given up after 4 attempts\. .*; it may have been sent$/,
    );
  });

  it('says nothing of it when the message was sent in the end', () => {
    expect(consequenceOf(answered({ kind: 'sent', detail: '250 Ok' }, []), last, schedule).message).toBe('250 Ok');
  });
});

describe('one of our own services away', () => {
  it.each([
    [0, 15],
    [1, 30],
    [4, 240],
    [90, 240],
  ])('is asked again, after %i waits in %i s', (waits, retryAfter) => {
    const message = { attempt: 1, waits, ambiguous: false };
    expect(consequenceOf(waiting('The template service could not be reached'), message, schedule)).toEqual({
      status: 'failed_to_queue',
      message: 'The template service could not be reached; retried until it is available',
      retryAfter,
    });
  });
});

describe('a process that stops', () => {
  const message = { attempt: 1, waits: 0, ambiguous: false };

  it('gives back at once, without an attempt, what could not be begun in its lease', () => {
    expect(consequenceOf(late, { attempt: 2, waits: 3, ambiguous: false }, schedule)).toEqual({
      status: 'failed_to_queue',
      message: 'The process that leased this message was too busy to start in time; it is retried',
      retryAfter: 0,
    });
  });

  it('leaves to others at once what no ESP can have', () => {
    const notReached = answered({ ...deferred('aborted'), outage: true }, []);
    for (const conclusion of [cutOff(), cutOff(notReached)]) {
      expect(consequenceOf(conclusion, message, schedule)).toMatchObject({ status: 'failed_to_queue', retryAfter: 0 });
    }
  });

  it('has what may have been sent repeated after a wait, saying so', () => {
    const handedOver = answered({ ...deferred('aborted'), unknown: true }, []);
    expect(consequenceOf(cutOff(handedOver), message, schedule)).toEqual({
      status: 'failed_to_send',
      message:
        'The process that was sending this message stopped before the provider answered; next try in 60 s with the same Message-ID, as it may have been sent',
      retryAfter: 60,
      ambiguous: true,
    });
  });

  it('keeps what was clear before', () => {
    const sent = answered({ kind: 'sent', detail: '250 Ok' }, []);
    const gone = settled({ kind: 'rejected', status: 'dropped', detail: 'gone' });
    expect([cutOff(sent), cutOff(gone)]).toEqual([sent, gone]);
  });
});

describe('inWords', () => {
  it.each([
    [0.2, '1 s'],
    [30, '30 s'],
    [120, '2 min'],
    [1800, '30 min'],
    [21_600, '6 h'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(inWords(seconds)).toBe(words);
  });
});
