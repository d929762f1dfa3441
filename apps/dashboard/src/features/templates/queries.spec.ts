import { versionLabel } from './queries.js';

describe('the label of a version', () => {
  it('tells versions with the same name apart by their number', () => {
    expect([3, 7].map((number) => versionLabel({ number, name: 'Receipt' }))).toEqual(['#3 · Receipt', '#7 · Receipt']);
  });

  it('is the name while the service has the previous release', () => {
    expect(versionLabel({ name: 'Receipt' })).toBe('Receipt');
  });
});
