import { changesOf } from './changes.js';

describe('what a form changes', () => {
  const loaded = { name: 'Shop', tags: ['a', 'b'], sender: { address: 'a@example.com', name: 'A' }, rate: undefined };

  it('is what somebody wrote, and nothing that others changed meanwhile', () => {
    const wanted = { ...loaded, name: 'Books' };
    const current = { ...loaded, tags: ['c'], rate: 3 };
    expect(changesOf(loaded, wanted, current)).toEqual({ changed: { name: 'Books' }, overtaken: {} });
  });

  it('is nothing where all is as it was, in whatever order', () => {
    const wanted = { ...loaded, rate: null, sender: { name: 'A', address: 'a@example.com' } };
    expect(changesOf(loaded, wanted, loaded)).toEqual({ changed: {}, overtaken: {} });
  });

  it('is overtaken where both changed the same, unless they wrote the same', () => {
    const wanted = { ...loaded, name: 'Books', tags: ['a'] };
    const current = { ...loaded, name: 'Books', tags: ['b'] };
    expect(changesOf(loaded, wanted, current)).toEqual({ changed: { tags: ['a'] }, overtaken: { tags: ['b'] } });
  });

  it('is overtaken by who took away what is changed', () => {
    expect(changesOf({ rate: 3 }, { rate: 4 }, {})).toEqual({ changed: { rate: 4 }, overtaken: { rate: undefined } });
  });

  it('leaves alone what is no part of the form any more', () => {
    expect(changesOf({ plan: 'gold' }, {}, { plan: 'silver' })).toEqual({ changed: {}, overtaken: {} });
  });
});
