import { emptyRun, rowsOf, withHead } from './log-pages.js';
import type { FoundLog, LogsPage } from './queries.js';

const log = (id: string, status = 'sent') => ({ id, status }) as FoundLog;
const page = (...data: FoundLog[]): LogsPage => ({ data, next_cursor: 'log_next', searched_to: null });

describe('the list of mails', () => {
  it('takes in what is new at its head, and what became of the others', () => {
    const pages = withHead([page(log('3'), log('2')), page(log('1'))], page(log('4'), log('3', 'delivered')));
    expect(rowsOf(pages)).toEqual([log('4'), log('3', 'delivered'), log('2'), log('1')]);
    expect(pages[0]!.data).toHaveLength(3);
  });

  it('knows for how long nothing was found', () => {
    expect(emptyRun([page(log('1')), page(), page()])).toBe(2);
    expect(emptyRun([page(), page()])).toBe(2);
    expect(emptyRun([page(log('1'))])).toBe(0);
  });
});
