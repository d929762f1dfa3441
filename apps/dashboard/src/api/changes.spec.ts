import { findChanges } from './changes.js';

describe('the changed fields of a form', () => {
  const loaded = { name: 'Shop', tags: ['a', 'b'], sender: { address: 'a@example.com', name: 'A' }, rate: undefined };

  it("are the user's edits, without concurrent changes of others", () => {
    const wanted = { ...loaded, name: 'Books' };
    const current = { ...loaded, tags: ['c'], rate: 3 };
    expect(findChanges(loaded, wanted, current)).toEqual({ changed: { name: 'Books' }, conflicts: {} });
  });

  it('are empty when all values are equal in any order', () => {
    const wanted = { ...loaded, rate: null, sender: { name: 'A', address: 'a@example.com' } };
    expect(findChanges(loaded, wanted, loaded)).toEqual({ changed: {}, conflicts: {} });
  });

  it('conflict when both changed the same field to different values', () => {
    const wanted = { ...loaded, name: 'Books', tags: ['a'] };
    const current = { ...loaded, name: 'Books', tags: ['b'] };
    expect(findChanges(loaded, wanted, current)).toEqual({ changed: { tags: ['a'] }, conflicts: { tags: ['b'] } });
  });

  it('conflict when another user removed the edited field', () => {
    expect(findChanges({ rate: 3 }, { rate: 4 }, {})).toEqual({ changed: { rate: 4 }, conflicts: { rate: undefined } });
  });

  it('ignore fields that have left the form', () => {
    expect(findChanges({ plan: 'gold' }, {}, { plan: 'silver' })).toEqual({ changed: {}, conflicts: {} });
  });
});
