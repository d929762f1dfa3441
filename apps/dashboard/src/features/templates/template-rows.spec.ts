import type { Template } from './requests.js';
import { distinct, found, rowsOf } from './template-rows.js';

const version = (id: string, published: boolean, modified: number) => ({ id, name: id, published, created: 0, modified });
const templates: readonly Template[] = [
  { id: 'tem_1', name: 'Receipt', locale: 'en-US', created: 1, tags: ['billing'], versions: [version('a', true, 5), version('b', false, 9)] },
  { id: 'tem_1', name: 'Receipt', locale: 'de-DE', created: 1, tags: ['billing'], versions: [version('c', true, 3)] },
  { id: 'tem_2', name: 'Password reset', locale: 'en-US', created: 2, tags: [], versions: [version('d', true, 20), version('e', true, 4)] },
];

describe('the list of templates', () => {
  const rows = rowsOf(templates);

  it('has a row for each template, last changed first', () => {
    expect(rows).toMatchObject([
      { id: 'tem_2', modified: 20, drafts: 0, state: 'test' },
      { id: 'tem_1', modified: 9, drafts: 1, state: 'published', locales: ['en-US', 'de-DE'] },
    ]);
  });

  it.each([
    [{ q: 'receipt' }, ['tem_1']],
    [{ q: 'BILL tem_1' }, ['tem_1']],
    [{ q: 'reset receipt' }, []],
    [{ tag: 'billing' }, ['tem_1']],
    [{ locale: 'de-DE' }, ['tem_1']],
    [{}, ['tem_2', 'tem_1']],
  ])('finds by %j', (search, ids) => expect(found(rows, search).map(({ id }) => id)).toEqual(ids));

  it('offers each tag once', () => expect(distinct(['b', 'a', 'b'])).toEqual(['a', 'b']));
});
