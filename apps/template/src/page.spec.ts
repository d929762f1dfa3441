import { firstPage, rowsForPage } from './page.js';

const rows = (...sizes: number[]) => sizes.map((bytes, place) => ({ key: `k${place}`, bytes }));
const mb = 1_048_576;

describe('a page', () => {
  it('is all there is, while that is little', () => {
    expect(firstPage([])).toEqual({ keys: [] });
    expect(firstPage(rows(mb, mb))).toEqual({ keys: ['k0', 'k1'] });
  });

  it('ends before 2 MB, and says after what the list goes on', () => {
    expect(firstPage(rows(mb, mb, 1))).toEqual({ keys: ['k0', 'k1'], next: 'k1' });
  });

  it('holds at least one row, however large', () => {
    expect(firstPage(rows(12 * mb, 1))).toEqual({ keys: ['k0'], next: 'k0' });
    expect(firstPage(rows(12 * mb))).toEqual({ keys: ['k0'] });
  });

  it('ends after 50 rows', () => {
    const { keys, next } = firstPage(rows(...Array.from({ length: rowsForPage }, () => 1)));
    expect([keys.length, next]).toEqual([50, 'k49']);
  });
});
