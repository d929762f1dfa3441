import { refuseChanged, revisionOf } from './revision.js';

describe('revisionOf', () => {
  it('is deterministic and needs no escaping', () => {
    expect(revisionOf('a', 1, null)).toBe(revisionOf('a', 1, null));
    expect(revisionOf('a')).toMatch(/^rev_[0-9a-f]{24}$/);
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
    expect(revisionOf(...one)).not.toBe(revisionOf(...other));
  });

  it('is loaded only when a change expects one, and must match it', async () => {
    const never = () => {
      throw new Error('nobody asked');
    };
    await expect(refuseChanged(undefined, 'It', never)).resolves.toBeUndefined();
    await expect(refuseChanged(['a', 'b'], 'It', () => 'b')).resolves.toBeUndefined();
    for (const expected of [[], ['a']])
      await expect(refuseChanged(expected, 'It', () => Promise.resolve('b'))).rejects.toMatchObject({
        code: 'precondition_failed',
        message: expect.stringMatching(/^It was changed since the revision in If-Match/),
      });
  });
});
