import { publishedAfterSave } from './publication.js';

describe('publishedAfterSave', () => {
  it('puts the saved version in the place of the published one', () => {
    expect(publishedAfterSave('ver_b', [{ id: 'ver_a', weight: 7 }])).toEqual([{ id: 'ver_b', weight: 1 }]);
    expect(publishedAfterSave('ver_a', [{ id: 'ver_a', weight: 7 }])).toEqual([{ id: 'ver_a', weight: 7 }]);
    expect(publishedAfterSave('ver_a', [])).toEqual([{ id: 'ver_a', weight: 1 }]);
  });

  it('lets an A/B test go on, and a version from outside join it with the smallest share', () => {
    const test = [
      { id: 'ver_a', weight: 90 },
      { id: 'ver_b', weight: 10 },
    ];
    expect(publishedAfterSave('ver_b', test)).toEqual(test);
    expect(publishedAfterSave('ver_c', test)).toEqual([...test, { id: 'ver_c', weight: 10 }]);
  });
});
