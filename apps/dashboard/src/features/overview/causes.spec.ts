import { countReasons } from './causes.js';
import type { FoundLog } from '../logs/queries.js';

const log = (id: string, message: string, status_changed = 0) => ({ id, message, status_changed }) as FoundLog;

describe('why mails fail', () => {
  it('has one cause per attempt, with the mail of the newest status change as its example', () => {
    const down = 'Mail server not reached';
    const reasons = countReasons([
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

  it('the list is grouped by cause, most frequent first', () => {
    const reasons = countReasons([
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
