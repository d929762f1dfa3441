import { matching } from './matching.js';

const labels = (words: string): string[] =>
  matching(
    words,
    ['Go to Templates', 'Go to Logs', 'Log out', 'Change the catalogue'].map((label) => ({ label })),
  ).map(({ label }) => label);

describe('what a few letters mean', () => {
  it('is what begins with them, then what holds them', () => {
    expect(labels('log')).toEqual(['Go to Logs', 'Log out', 'Change the catalogue']);
    expect(labels('go tem')).toEqual(['Go to Templates']);
    expect(labels('zzz')).toEqual([]);
  });

  it('is everything where there are none', () => {
    expect(labels(' ')).toHaveLength(4);
  });
});
