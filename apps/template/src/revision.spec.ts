import { rejectChanged, hashRevision } from './revision.js';

describe('hashRevision', () => {
  it('the hash is deterministic and needs no escaping', () => {
    expect(hashRevision('a', 1, null)).toBe(hashRevision('a', 1, null));
    expect(hashRevision('a')).toMatch(/^rev_[0-9a-f]{24}$/);
  });

  it.each([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [['a'], ['a', undefined]],
    [['null'], [null]],
    [['1'], [1]],
    [['true'], [true]],
    [[''], [null]],
    [[null], [undefined]],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
  ])('differs for %j and %j', (one, other) => {
    expect(hashRevision(...one)).not.toBe(hashRevision(...other));
  });

  it('a revision is loaded only when a change expects one, and must match it', async () => {
    const never = () => {
      throw new Error('nobody asked');
    };
    await expect(rejectChanged(undefined, 'It', never)).resolves.toBeUndefined();
    await expect(rejectChanged(['a', 'b'], 'It', () => 'b')).resolves.toBeUndefined();
    for (const expected of [[], ['a']])
      await expect(rejectChanged(expected, 'It', () => Promise.resolve('b'))).rejects.toMatchObject({
        code: 'precondition_failed',
        message: expect.stringMatching(/^It was changed since the revision in If-Match/),
      });
  });
});
