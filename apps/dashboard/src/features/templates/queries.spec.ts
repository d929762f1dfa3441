import { versionLabel } from './queries.js';

describe('the name of a version', () => {
  const now = Math.floor(Date.now() / 1000);
  const version = (id: string, name: string, agoSeconds = 0) => ({
    id,
    name,
    created: now - agoSeconds,
    modified: now - agoSeconds,
    published: false,
  });

  it('includes the save time only when another version has the same name', () => {
    const [first, change, other] = [version('1', 'Receipt', 7_200), version('2', 'Receipt'), version('3', 'Other')];
    const versions = [first, change, other];
    expect(versions.map((each) => versionLabel(each, versions))).toEqual([
      'Receipt · 2 hr. ago',
      'Receipt · now',
      'Other',
    ]);
    expect(versionLabel(first, [first, other])).toBe('Receipt');
  });
});
