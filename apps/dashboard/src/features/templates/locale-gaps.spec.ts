import { localeCodes, whatLacks } from './locale-gaps.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it('offers the locales that the API takes', () => {
  const api = readFileSync(join(import.meta.dirname, '../../../../../docs/api.md'), 'utf8');
  const listed = /### Supported locale codes[\s\S]*?```text\n([\s\S]*?)```/
    .exec(api)?.[1]
    ?.split(/\s+/)
    .filter(Boolean);
  expect(localeCodes).toEqual(listed);
});

const version = (of: Partial<Parameters<typeof whatLacks>[0][number]> = {}) => ({
  subject: 'Hi {{name}}',
  html: '<p>{{#items}}{{price}}{{/items}}</p>',
  text: '',
  preheader: 'Look',
  published: true,
  modified: 100,
  ...of,
});

describe('what a locale lacks', () => {
  it('is nothing where it has all of the default', () => {
    expect(whatLacks([version()], [version({ modified: 200 })])).toMatchObject({
      unpublished: false,
      parts: [],
      variables: [],
      olderBy: 0,
    });
  });

  it('is what is not published, not there, not printed or older', () => {
    expect(whatLacks([version()], [version({ published: false })]).unpublished).toBe(true);
    expect(whatLacks([version({ text: 'x' })], [version({ preheader: '' })]).parts).toEqual(['text', 'preheader']);
    expect(whatLacks([version()], [version({ html: '<p></p>' })]).variables).toEqual(['items', 'price']);
    expect(whatLacks([version({ modified: 150 })], [version()]).olderBy).toBe(50);
  });
});
