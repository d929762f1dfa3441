import { InfiniteQueryObserver } from '@tanstack/react-query';
import { listQuery, registerTable, getRows, mergeFirstPage } from './pages.js';
import { createQueryClient } from './query-client.js';

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
const read = (head: ReturnType<typeof page>, old = list) => mergeFirstPage(old, head, ({ id }) => id);

describe('a list whose first page is read again', () => {
  it('puts new rows first and updates known rows', () => {
    const { pages } = read(page(row('4'), row('3', 'delivered')));
    expect(pages.flatMap(({ data }) => data)).toEqual([row('4'), row('3', 'delivered'), row('2'), row('1')]);
    expect(pages[0]!.data).toHaveLength(3);
  });

  it('starts with the new page when a whole page of rows is new', () => {
    const head = page(row('9'), row('8'));
    expect(read(head)).toEqual({ pages: [head], pageParams: [undefined] });
  });

  it('stays when nothing matches any more', () => {
    expect(read({ data: [], next_cursor: '' })).toEqual(list);
  });
});

describe('a list of several pages, after a change of its own', () => {
  const listed = async () => {
    const client = createQueryClient(() => undefined);
    const reads: (string | undefined)[] = [];
    const query = listQuery(['rows'], async (cursor) => {
      reads.push(cursor);
      const first = Number(cursor ?? 0) + 1;
      return { data: [row(`${first}`), row(`${first + 1}`)], next_cursor: first < 9 ? `${first + 1}` : null };
    });
    const observer = new InfiniteQueryObserver(client, query);
    const stop = observer.subscribe(() => undefined);
    await observer.refetch();
    for (let pages = 1; pages < 5; pages += 1) await observer.fetchNextPage();
    const rows = () => getRows(client.getQueryData(query.queryKey)!);
    expect(rows()).toHaveLength(10);
    reads.length = 0;
    return { client, query, reads, rows, stop };
  };

  it('refetches the visible pages and keeps those above', async () => {
    const { client, query, reads, rows, stop } = await listed();
    const before = rows();
    const leave = registerTable(() => rows().slice(5, 7));
    await client.invalidateQueries({ queryKey: query.queryKey });
    expect(reads).toEqual(['4', '6']);
    expect(rows().map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(rows()[0]).toBe(before[0]);
    leave();
    stop();
  });

  it('restarts at its first page when it is not visible', async () => {
    const { client, query, reads, rows, stop } = await listed();
    stop();
    await client.invalidateQueries({ queryKey: query.queryKey });
    expect(reads).toEqual([]);
    expect(rows()).toHaveLength(2);
    await client.fetchInfiniteQuery(query);
    expect(reads).toEqual([undefined]);
  });

  it('refetches all pages when it is not shown as a table', async () => {
    const { client, query, reads, stop } = await listed();
    await client.invalidateQueries({ queryKey: query.queryKey });
    expect(reads).toHaveLength(5);
    stop();
  });
});
