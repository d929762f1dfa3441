import { describe, expect, it } from '@jest/globals';
import { abandonedForGood, consequenceOf, inWords } from './retry-policy.js';

const schedule = { delays: [30, 120, 600], unknownOutcomeWait: 60 };
const middle = () => 0.5;
const first = { attempt: 1, ambiguous: false };
const deferred = (detail = 'Provider answered 429') => ({ kind: 'deferred', scope: 'message', detail }) as const;

describe('consequenceOf', () => {
  it('ends with sent what the provider took', () => {
    expect(consequenceOf({ kind: 'sent', detail: '250 Ok' }, first, schedule)).toEqual({
      status: 'sent',
      message: '250 Ok',
    });
  });

  it.each(['bounced', 'dropped'] as const)('ends with %s what will never be taken', (status) => {
    expect(consequenceOf({ kind: 'rejected', status, detail: '550 no such user' }, first, schedule)).toEqual({
      status,
      message: '550 no such user',
    });
  });

  it('tries a deferred message again by the schedule and says when', () => {
    expect(consequenceOf(deferred(), { attempt: 2, ambiguous: false }, schedule, middle)).toMatchObject({
      status: 'failed_to_send',
      message: 'Provider answered 429; next try in 2 min',
      retryAfter: 120,
    });
  });

  it('spreads retries by 20 % to both sides', () => {
    expect(consequenceOf(deferred(), first, schedule, () => 0).retryAfter).toBeCloseTo(24);
    expect(consequenceOf(deferred(), first, schedule, () => 1).retryAfter).toBeCloseTo(36);
  });

  it('waits for the date a provider names when it is later than the schedule', () => {
    const { retryAfter } = consequenceOf(
      { ...deferred(), retryAt: new Date(Date.now() + 500_000) },
      first,
      schedule,
      middle,
    );
    expect(retryAfter).toBeGreaterThan(490);
    expect(retryAfter).toBeLessThanOrEqual(500);
  });

  it('does not let a provider postpone a message beyond two days', () => {
    expect(
      consequenceOf({ ...deferred(), retryAt: new Date(Date.now() + 1e12) }, first, schedule, middle).retryAfter,
    ).toBe(48 * 3600);
  });

  it('waits long enough for an answer when the provider may have the message, and says so', () => {
    const unknown = { ...deferred('Connection lost'), unknown: true, outage: true } as const;
    expect(consequenceOf(unknown, first, schedule, middle)).toEqual({
      status: 'failed_to_send',
      message: 'Connection lost; next try in 60 s with the same Message-ID, as it may have been sent',
      retryAfter: 60,
      ambiguous: true,
      accountFailed: false,
    });
    expect(consequenceOf(unknown, { attempt: 2, ambiguous: true }, schedule, middle).retryAfter).toBe(120);
  });

  it.each([
    ['not logged in', { scope: 'account' }, true],
    ['not reached', { scope: 'message', outage: true }, true],
    ['busy', { scope: 'message' }, false],
  ] as const)('tells what may go through the fallback at once: %s', (detail, fault, accountFailed) => {
    expect(consequenceOf({ kind: 'deferred', detail, ...fault }, first, schedule, middle)).toMatchObject({
      accountFailed,
      ambiguous: false,
    });
  });

  it('drops the message when the schedule is used up, with the last reason', () => {
    expect(consequenceOf(deferred('451 greylisted'), { attempt: 4, ambiguous: false }, schedule, middle)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. 451 greylisted',
    });
  });
});

describe('the end of a message whose answer was lost once', () => {
  const last = { attempt: 4, ambiguous: true };

  it.each([
    [deferred('421 Busy.'), 'Given up after 4 attempts. 421 Busy; it may have been sent by an earlier attempt'],
    [
      { ...deferred('Connection lost'), unknown: true },
      'Given up after 4 attempts. Connection lost; it may have been sent',
    ],
    [
      { kind: 'rejected', status: 'dropped', detail: '554 Spam' } as const,
      '554 Spam; it may have been sent by an earlier attempt',
    ],
    [
      { kind: 'rejected', status: 'bounced', detail: '550 No such user' } as const,
      '550 No such user; it may have been sent by an earlier attempt',
    ],
  ])('says that it may have been sent', (outcome, message) => {
    expect(consequenceOf(outcome, last, schedule)).toMatchObject({ message });
  });

  it('says so also when that was its last attempt alone', () => {
    const lost = { ...deferred('Connection lost'), unknown: true };
    expect(consequenceOf(lost, { ...last, ambiguous: false }, schedule)).toEqual({
      status: 'dropped',
      message: 'Given up after 4 attempts. Connection lost; it may have been sent',
    });
  });

  it('says so when the process that made the last attempt stopped', () => {
    expect(abandonedForGood(5).message).toMatch(/^Given up after 4 attempts\. .*; it may have been sent$/);
  });

  it('says nothing of it when the message was sent in the end', () => {
    expect(consequenceOf({ kind: 'sent', detail: '250 Ok' }, last, schedule).message).toBe('250 Ok');
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
