import type { FoundLog } from '../logs/queries.js';
import { reasonsOf } from './reasons.js';

const log = (id: string, message: string) => ({ id, message }) as FoundLog;

describe('why mails fail', () => {
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
