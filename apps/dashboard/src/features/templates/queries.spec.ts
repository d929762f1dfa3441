import { versionLabel } from './queries.js';

describe('the label of a version', () => {
  it('tells versions with the same name apart by their number', () => {
    const versions = [
      { id: 'a', name: 'Receipt' },
      { id: 'b', name: 'Receipt' },
    ];
    expect(versions.map((each) => versionLabel(each, versions))).toEqual(['1 · Receipt', '2 · Receipt']);
  });
});
