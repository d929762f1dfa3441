import { withHead } from './pages.js';

interface Row {
  readonly id: string;
  readonly status: string;
}
const row = (id: string, status = 'sent'): Row => ({ id, status });
const page = (...data: readonly Row[]) => ({ data, next_cursor: data.at(-1)!.id });
const list = {
  pages: [page(row('3'), row('2')), page(row('1'))],
  pageParams: [undefined, '2'] as (string | undefined)[],
};
const read = (head: ReturnType<typeof page>, old = list) => withHead(old, head, ({ id }) => id);

describe('a list whose first page is read again', () => {
  it('puts new rows first and updates known rows', () => {
    const { pages } = read(page(row('4'), row('3', 'delivered')));
    expect(pages.flatMap(({ data }) => data)).toEqual([row('4'), row('3', 'delivered'), row('2'), row('1')]);
    expect(pages[0]!.data).toHaveLength(3);
  });

  it('begins with the new page where more rows came than a page holds', () => {
    const head = page(row('9'), row('8'));
    expect(read(head)).toEqual({ pages: [head], pageParams: [undefined] });
  });

  it('stays where nothing is found any more', () => {
    expect(read({ data: [], next_cursor: '' })).toEqual(list);
  });
});
