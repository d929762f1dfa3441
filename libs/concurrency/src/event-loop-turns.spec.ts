import type { Stepwise } from './event-loop-turns.js';
import { runSync, runInTurns } from './event-loop-turns.js';

function* counting(pieces: number, done: (piece: number) => void): Stepwise<number> {
  for (let piece = 1; piece < pieces; piece++) {
    done(piece);
    yield;
  }
  done(pieces);
  return pieces;
}
const busy = (ms: number): void => {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
};

describe('event loop turns', () => {
  it('run work of one slice synchronously', () => {
    expect(
      runInTurns(
        'a',
        counting(1, () => {}),
      ),
    ).toBe(1);
  });

  it('yield to the event loop every few milliseconds', async () => {
    let turns = 0;
    let over = false;
    const others = (): void => {
      turns++;
      if (!over) setImmediate(others);
    };
    setImmediate(others);
    const works = Array.from({ length: 10 }, () =>
      runInTurns(
        'a',
        counting(20, () => busy(1)),
      ),
    );
    expect(await Promise.all(works)).toEqual(Array(10).fill(20));
    over = true;
    expect(turns).toBeGreaterThan(50);
  });

  it('alternate between accounts, however many tasks an account has', async () => {
    const ended: string[] = [];
    const work = async (account: string): Promise<void> => {
      await runInTurns(
        account,
        counting(10, () => busy(0.5)),
      );
      ended.push(account);
    };
    await Promise.all([...Array.from({ length: 20 }, () => work('many')), work('few')]);
    expect(ended[0]).toBe('few');
  });

  it('reject work that fails, and continue the other work', async () => {
    function* failing(): Stepwise<void> {
      yield;
      throw new Error('no');
    }
    const other = runInTurns(
      'a',
      counting(3, () => {}),
    );
    await expect(runInTurns('a', failing())).rejects.toThrow('no');
    expect(await other).toBe(3);
  });

  it('runSync() runs all slices synchronously', () => {
    expect(runSync(counting(3, () => {}))).toBe(3);
  });
});
