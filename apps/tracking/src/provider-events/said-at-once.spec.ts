import { SaidAtOnce } from './said-at-once.js';

describe('events that are said when they are stored', () => {
  let now = 0;
  const fresh = () => new SaidAtOnce(() => now);

  it('are so many of an account in a second', () => {
    const said = fresh();
    expect([said.take('a', 1_000), said.take('a', 501), said.take('a', 500), said.take('a', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    now += 999;
    expect(said.take('a', 1)).toBe(false);
    now += 1;
    expect(said.take('a', 1_500)).toBe(true);
  });

  it('are so many of all accounts, so that what one is told leaves room for others', () => {
    const said = fresh();
    expect(['a', 'b', 'c', 'd'].map((account) => said.take(account, 1_400))).toEqual([true, true, false, false]);
    expect(said.take('c', 200)).toBe(true);
  });

  it('are none of a report that is more than that', () => {
    expect(fresh().take('a', 1_501)).toBe(false);
  });
});
