import type { FoundLog, LogBatch } from './queries.js';
import { emptyRun } from './queries.js';

const log = (id: string, status = 'sent') => ({ id, status }) as FoundLog;
const page = (...data: FoundLog[]): LogBatch => ({ data, next_cursor: 'log_next', searched_to: null });

describe('the list of emails', () => {
  it('shows since when nothing matches', () => {
    expect(emptyRun([page(log('1')), page(), page()])).toBe(2);
    expect(emptyRun([page(), page()])).toBe(2);
    expect(emptyRun([page(log('1'))])).toBe(0);
  });
});
