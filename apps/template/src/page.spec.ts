import { firstPage, rowsForPage } from './page.js';

const rows = (...sizes: number[]) => sizes.map((bytes, place) => ({ key: `k${place}`, bytes }));
const mb = 1_048_576;

describe('firstPage', () => {
  it('returns all rows when they are few and small', () => {
    expect(firstPage([])).toEqual({ keys: [] });
    expect(firstPage(rows(mb, mb))).toEqual({ keys: ['k0', 'k1'] });
  });

  it('ends before 2 MB, with the key to continue after', () => {
    expect(firstPage(rows(mb, mb, 1))).toEqual({ keys: ['k0', 'k1'], next: 'k1' });
  });

  it('contains at least one row, however large', () => {
    expect(firstPage(rows(12 * mb, 1))).toEqual({ keys: ['k0'], next: 'k0' });
    expect(firstPage(rows(12 * mb))).toEqual({ keys: ['k0'] });
  });

  it('ends after 50 rows', () => {
    const { keys, next } = firstPage(rows(...Array.from({ length: rowsForPage }, () => 1)));
    expect([keys.length, next]).toEqual([50, 'k49']);
  });
});
