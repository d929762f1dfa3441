import {
  addLocale,
  createTemplate,
  createVersion,
  deleteTemplate,
  listTemplateTags,
  newId,
  searchTemplates,
  updateTemplate,
} from '@postrider/contracts';
import type { RequestOf } from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

describe('the search for templates', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });
  const create = async (name: string, subject = 'Hello', tags: string[] = []) =>
    (await acme.call(createTemplate, { name, subject, text: 'x', tags })).id;
  const search = (query: RequestOf<typeof searchTemplates>) => acme.call(searchTemplates, query);
  const found = async (query: RequestOf<typeof searchTemplates>) => (await search(query)).data.map(({ name }) => name);

  it('finds by id, and case-insensitively by name, tag and subject', async () => {
    const id = await create('Password reset', 'Your new password', ['Accounts']);
    await create('Receipt', 'Thank you 100%', ['billing']);
    expect(await found({ q: id })).toEqual(['Password reset']);
    expect(await found({ q: 'RESET' })).toEqual(['Password reset']);
    expect(await found({ q: 'account' })).toEqual(['Password reset']);
    expect(await found({ q: 'thank YOU' })).toEqual(['Receipt']);
    expect(await found({ q: '%' })).toEqual(['Receipt']);
    expect(await found({ q: 'receipt', tag: 'Accounts' })).toEqual([]);
    expect(await found({ tag: 'billing' })).toEqual(['Receipt']);
    await acme.call(createVersion, { template_id: id, name: 'Draft', subject: 'Not yet decided', text: 'x' });
    expect(await found({ q: 'not yet' })).toEqual([]);
    expect((await service.tenant().call(searchTemplates, { q: id })).data).toEqual([]);
  });

  it('returns locales, numbers of published versions and drafts, and times of change', async () => {
    const template_id = await create('Receipt');
    await acme.call(addLocale, { template_id, locale: 'fr-FR', name: 'F', subject: 'Reçu', text: 'x' });
    await acme.call(createVersion, { template_id, name: 'Draft', subject: 'Draft', text: 'x' });
    const { data } = await search({ locale: 'fr-FR' });
    expect(data).toMatchObject([
      {
        object: 'template_summary',
        id: template_id,
        subject: 'Hello',
        locales: [
          { locale: 'en-US', default: true, published: 1, drafts: 1 },
          { locale: 'fr-FR', default: false, published: 1, drafts: 0 },
        ],
      },
    ]);
    expect(data[0]!.modified).toBeGreaterThanOrEqual(data[0]!.created);
    expect(await found({ locale: 'de-DE' })).toEqual([]);
  });

  it('returns pages, newest first or by name', async () => {
    const ids = [];
    for (const name of ['b', 'C', 'a', 'd', 'a']) ids.push(await create(name));
    for (const [sort, order] of [
      ['created', ['a', 'd', 'a', 'C', 'b']],
      ['name', ['a', 'a', 'b', 'C', 'd']],
    ] as const) {
      const first = await search({ sort, count: 3 });
      const second = await search({ sort, count: 3, cursor: first.next_cursor! });
      expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(order);
      expect(second.next_cursor).toBeNull();
      expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(5);
    }
    await acme.call(deleteTemplate, { template_id: ids[2]! });
    await expect(search({ cursor: ids[2]! })).rejects.toMatchObject({ code: 'not_found' });
    await expect(search({ cursor: newId('template') })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists tags with the number of templates', async () => {
    const id = await create('a', 'x', ['one', 'two']);
    await create('b', 'x', ['two']);
    expect(await acme.call(listTemplateTags, {})).toEqual([
      { tag: 'one', templates: 1 },
      { tag: 'two', templates: 2 },
    ]);
    await acme.call(updateTemplate, { template_id: id, tags: [] });
    expect(await acme.call(listTemplateTags, {})).toEqual([{ tag: 'two', templates: 1 }]);
  });
});
