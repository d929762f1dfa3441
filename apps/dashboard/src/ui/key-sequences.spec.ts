import { keySequences, toKeyName } from './key-sequences.js';

const pressed = { key: 'k', ctrlKey: false, metaKey: false, altKey: false };

describe('keys', () => {
  it('have the names printed on them', () => {
    expect(toKeyName({ ...pressed, ctrlKey: true })).toBe('Mod+K');
    expect(toKeyName({ ...pressed, metaKey: true, key: 'Enter' })).toBe('Mod+Enter');
    expect(toKeyName({ ...pressed, key: '?' })).toBe('?');
    expect(toKeyName({ ...pressed, altKey: true })).toBeUndefined();
  });

  it('follow one another within a second', () => {
    const press = keySequences();
    const known = ['g l', 'l', 'j'];
    expect(press('g', known, 0)).toBeUndefined();
    expect(press('l', known, 500)).toBe('g l');
    expect(press('l', known, 600)).toBe('l');
    press('g', known, 1_000);
    expect(press('l', known, 2_500)).toBe('l');
    press('g', known, 3_000);
    expect(press('j', known, 3_100)).toBe('j');
  });
});
