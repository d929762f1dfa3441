import type { FoundLog } from '../logs/queries.js';
import { reasonsOf } from './reasons.js';

const log = (id: string, message: string, status_changed = 0) => ({ id, message, status_changed }) as FoundLog;

describe('why mails fail', () => {
  it('is one cause at each attempt, and its example is the mail whose status changed last', () => {
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
      ['Suppressed: hard bounce of …; remove the address', 2, '5'],
    ]);
  });

  it('is told by cause, most first', () => {
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
