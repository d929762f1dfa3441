import type { Statistics } from './figures.js';
import { isPositive, reasonsOf, tilesOf } from './figures.js';
import type { FoundLog } from '../logs/queries.js';

const log = (id: string, message: string, status_changed = 0) => ({ id, message, status_changed }) as FoundLog;

describe('why emails fail', () => {
  it('has one cause per attempt, with the email of the newest status change as its example', () => {
    const down = 'Mail server not reached';
    const reasons = reasonsOf([
      log('1', `${down}; next try in 27 s`, 5),
      log('2', `${down}; next try in 4 min with the same Message-ID, as it may have been sent`, 9),
      log('3', `Given up after 8 attempts. ${down}`, 7),
      log('4', `${down}; it may have been sent by an earlier attempt`, 1),
      log('5', 'Suppressed: hard bounce of 2026-11-02; remove the address', 1),
      log('6', 'Suppressed: hard bounce of 2026-11-03; remove the address', 1),
    ]);
    expect(reasons.map(({ text, count, example }) => [text, count, example.id])).toEqual([
      [down, 4, '2'],
      ['Suppressed (Hard bounce). Remove the suppression to send to this address again.', 2, '5'],
    ]);
  });

  it('is grouped by cause, most frequent first', () => {
    const reasons = reasonsOf([
      log('1', 'Refused: over quota'),
      log('2', '550 5.1.1 <ada@example.com>: user unknown (0mws49nhd00000862yl8)'),
      log('3', '550 5.1.1 <grace@example.com>: user unknown (0mws49nhd00000999yl8)'),
    ]);
    expect(reasons.map(({ text, count, example }) => [text, count, example.id])).toEqual([
      ['550 5.1.1 <…>: user unknown (…)', 2, '2'],
      ['Refused: over quota', 1, '1'],
    ]);
  });
});

type Figures = Statistics['total'];
const once = (unique: number) => ({ unique, total: unique });
const none = once(0);
const nothing: Figures = {
  sent: 0,
  refused: 0,
  delivered: none,
  opened: none,
  clicked: none,
  bounced: none,
  complaints: none,
  unsubscribes: none,
  conversions: none,
  revenue: 0,
};
const figures = (given: Partial<Figures>): Figures => ({ ...nothing, ...given });
const tileOf = (measure: string, current: Figures, before = nothing) =>
  tilesOf(current, before).find((tile) => tile.measure === measure)!;

describe('the figures of a period', () => {
  it('compare counts with counts, and rates with rates', () => {
    const before = figures({ sent: 100, delivered: once(90), bounced: once(10) });
    const twice = figures({ sent: 200, delivered: once(180), bounced: once(20) });
    expect(tileOf('sent', twice, before)).toMatchObject({ value: 200, rate: undefined, change: 1 });
    const bounced = tileOf('bounced', twice, before);
    expect(bounced).toMatchObject({ value: 20, rate: 0.1, change: 0 });
    expect(isPositive(bounced)).toBeUndefined();
    const worse = tileOf('bounced', figures({ sent: 100, bounced: once(15) }), before);
    expect([worse.rate, worse.change!.toFixed(2), isPositive(worse)]).toEqual([0.15, '0.05', false]);
  });

  it('include email rejected at SMTP in the base of the bounce rate', () => {
    expect(tileOf('bounced', figures({ sent: 1, refused: 3, bounced: once(3) })).rate).toBe(0.75);
    expect(tileOf('bounced', figures({ sent: 0, refused: 3, bounced: once(3) })).rate).toBe(1);
    expect(tileOf('bounced', figures({ sent: 1, bounced: once(3) })).rate).toBe(1);
    expect(tileOf('bounced', figures({ sent: 10 })).rate).toBe(0);
  });

  it('have a delivery rate of the emails with a reported outcome', () => {
    expect(
      tileOf('delivered', figures({ sent: 1_000, refused: 5, delivered: once(9), bounced: once(6) })),
    ).toMatchObject({
      value: 9,
      rate: 0.9,
      base: 10,
    });
  });

  it.each(['delivered', 'opened', 'clicked'])('have no rate of %s without reports', (measure) => {
    expect(tileOf(measure, figures({ sent: 10, refused: 2, bounced: once(2) }))).toMatchObject({
      rate: undefined,
      isReported: false,
      change: undefined,
    });
  });

  it('have no rates when nothing was sent', () => {
    expect(tilesOf(nothing, nothing).map(({ rate, isReported }) => [rate, isReported])).toEqual(
      Array.from({ length: 5 }, () => [undefined, true]),
    );
  });
});
