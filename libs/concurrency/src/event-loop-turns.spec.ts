import type { Pieces } from './event-loop-turns.js';
import { atOnce, inTurns } from './event-loop-turns.js';

function* counting(pieces: number, done: (piece: number) => void): Pieces<number> {
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

describe('work in turns', () => {
  it('of one piece is done at once', () => {
    expect(
      inTurns(
        'a',
        counting(1, () => {}),
      ),
    ).toBe(1);
  });

  it('leaves the event loop to others after every few milliseconds', async () => {
    let turns = 0;
    let over = false;
    const others = (): void => {
      turns++;
      if (!over) setImmediate(others);
    };
    setImmediate(others);
    const works = Array.from({ length: 10 }, () =>
      inTurns(
        'a',
        counting(20, () => busy(1)),
      ),
    );
    expect(await Promise.all(works)).toEqual(Array(10).fill(20));
    over = true;
    expect(turns).toBeGreaterThan(50);
  });

  it('is done in turn for the accounts, however many an account has', async () => {
    const ended: string[] = [];
    const work = async (account: string): Promise<void> => {
      await inTurns(
        account,
        counting(10, () => busy(0.5)),
      );
      ended.push(account);
    };
    await Promise.all([...Array.from({ length: 20 }, () => work('many')), work('few')]);
    expect(ended[0]).toBe('few');
  });

  it('that fails is rejected, and the others go on', async () => {
    function* failing(): Pieces<void> {
      yield;
      throw new Error('no');
    }
    const other = inTurns(
      'a',
      counting(3, () => {}),
    );
    await expect(inTurns('a', failing())).rejects.toThrow('no');
    expect(await other).toBe(3);
  });

  it('can be done by itself', () => {
    expect(atOnce(counting(3, () => {}))).toBe(3);
  });
});
