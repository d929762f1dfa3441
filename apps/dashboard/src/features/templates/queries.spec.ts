import { versionLabel } from './queries.js';

describe('the label of a version', () => {
  it('tells versions with the same name apart by their number', () => {
    expect([3, 7].map((number) => versionLabel({ number, name: 'Receipt' }))).toEqual(['#3 · Receipt', '#7 · Receipt']);
  });

  it('the label is the name while a service of the release before answers', () => {
    expect(versionLabel({ name: 'Receipt' })).toBe('Receipt');
  });
});
