import { heaviestVersion, publishedAfterSave, versionForRecipient } from './ab-test.js';

describe('publishedAfterSave', () => {
  it('replaces the published version with the saved one', () => {
    expect(publishedAfterSave('ver_b', [{ id: 'ver_a', weight: 7 }])).toEqual([{ id: 'ver_b', weight: 1 }]);
    expect(publishedAfterSave('ver_a', [{ id: 'ver_a', weight: 7 }])).toEqual([{ id: 'ver_a', weight: 7 }]);
    expect(publishedAfterSave('ver_a', [])).toEqual([{ id: 'ver_a', weight: 1 }]);
  });

  it('keeps an A/B test running, and adds another version with the smallest share', () => {
    const test = [
      { id: 'ver_a', weight: 90 },
      { id: 'ver_b', weight: 10 },
    ];
    expect(publishedAfterSave('ver_b', test)).toEqual(test);
    expect(publishedAfterSave('ver_c', test)).toEqual([...test, { id: 'ver_c', weight: 10 }]);
  });
});

const addresses = Array.from({ length: 10_000 }, (_, index) => `person${index}@example.com`);
const getShare = (id: string, versions: Parameters<typeof versionForRecipient>[0]): number =>
  addresses.filter((address) => versionForRecipient(versions, address).id === id).length / addresses.length;

describe('versionForRecipient', () => {
  it('splits recipients by weight', () => {
    expect(
      Math.abs(
        getShare('ver_a', [
          { id: 'ver_a', weight: 1 },
          { id: 'ver_b', weight: 1 },
        ]) - 0.5,
      ),
    ).toBeLessThan(0.02);
    expect(
      Math.abs(
        getShare('ver_a', [
          { id: 'ver_a', weight: 9 },
          { id: 'ver_b', weight: 1 },
        ]) - 0.9,
      ),
    ).toBeLessThan(0.02);
    expect(
      Math.abs(
        getShare('ver_c', [
          { id: 'ver_a', weight: 500 },
          { id: 'ver_b', weight: 300 },
          { id: 'ver_c', weight: 200 },
        ]) - 0.2,
      ),
    ).toBeLessThan(0.02);
  });

  it('gives a recipient the same version for any case of the address and order of the versions', () => {
    for (const address of addresses.slice(0, 100)) {
      const first = versionForRecipient(
        [
          { id: 'ver_a', weight: 1 },
          { id: 'ver_b', weight: 1 },
        ],
        address,
      );
      expect(
        versionForRecipient(
          [
            { id: 'ver_b', weight: 1 },
            { id: 'ver_a', weight: 1 },
          ],
          ` ${address.toUpperCase()} `,
        ),
      ).toEqual(first);
    }
  });

  it('moves no recipient between two versions when a third is added', () => {
    for (const address of addresses) {
      const before = versionForRecipient(
        [
          { id: 'ver_a', weight: 2 },
          { id: 'ver_b', weight: 3 },
        ],
        address,
      ).id;
      const after = versionForRecipient(
        [
          { id: 'ver_a', weight: 2 },
          { id: 'ver_b', weight: 3 },
          { id: 'ver_c', weight: 1 },
        ],
        address,
      ).id;
      expect([before, 'ver_c']).toContain(after);
    }
  });
});

describe('heaviest', () => {
  it('returns the version with the greatest weight, of equals the oldest', () => {
    expect(
      heaviestVersion([
        { id: 'ver_a', weight: 1 },
        { id: 'ver_b', weight: 3 },
      ]).id,
    ).toBe('ver_b');
    expect(
      heaviestVersion([
        { id: 'ver_b', weight: 3 },
        { id: 'ver_a', weight: 3 },
      ]).id,
    ).toBe('ver_a');
  });
});
