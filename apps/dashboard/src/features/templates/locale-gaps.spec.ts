import { localeCodes, findGaps } from './locale-gaps.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it('offers the locales that the API accepts', () => {
  const api = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/locales.md'), 'utf8');
  const listed = /## Supported locale codes[\s\S]*?```text\n([\s\S]*?)```/.exec(api)?.[1]?.split(/\s+/).filter(Boolean);
  expect(localeCodes).toEqual(listed);
});

const version = (of: Partial<Parameters<typeof findGaps>[0][number]> = {}) => ({
  subject: 'Hi {{name}}',
  html: '<p>{{#items}}{{price}}{{/items}}</p>',
  text: '',
  preheader: 'Look',
  published: true,
  modified: 100,
  ...of,
});

describe('the gaps of a locale', () => {
  it('are empty when the locale has all parts of the default', () => {
    expect(findGaps([version()], [version({ modified: 200 })])).toMatchObject({
      unpublished: false,
      parts: [],
      variables: [],
      olderBy: 0,
    });
  });

  it('are unpublished, absent, unprinted or outdated parts', () => {
    expect(findGaps([version()], [version({ published: false })]).unpublished).toBe(true);
    expect(findGaps([version({ text: 'x' })], [version({ preheader: '' })]).parts).toEqual(['text', 'preheader']);
    expect(findGaps([version()], [version({ html: '<p></p>' })]).variables).toEqual(['items', 'price']);
    expect(findGaps([version({ modified: 150 })], [version()]).olderBy).toBe(50);
  });
});
