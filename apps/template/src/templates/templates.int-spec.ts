import {
  addLocale,
  createTemplate,
  createSnippet,
  createVersion,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  getVersion,
  listTemplatesByPage,
  listVersionsByPage,
  publishVersion,
  renderTemplate,
  resolveTemplate,
  updateTemplate,
} from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

const receipt = { name: 'Receipt', subject: 'Your receipt {{number}}', html: '<p>Hello {{name}}</p>' };

describe('templates', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(() => {
    acme = service.tenant();
  });

  /** By the database clock, which sets the times of templates. */
  const now = async (): Promise<number> => {
    const [{ seconds }] = await service.sql.query<[{ seconds: number }]>(
      'select floor(extract(epoch from clock_timestamp()))::int as seconds',
    );
    return seconds;
  };

  it('are created with a default locale and a published first version', async () => {
    const began = await now();
    const created = await acme.call(createTemplate, {
      ...receipt,
      text: 'Hello {{name}}',
      preheader: 'Paid',
      template_data: { name: 'Ada' },
      tags: ['billing'],
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^tem_/),
      locale: 'en-US',
      name: 'Receipt',
      warnings: [expect.stringMatching(/^html, line 1: \{\{name\}\} is the same in Mustache and Jinja/)],
    });
    const template = await acme.call(getTemplate, { template_id: created.id });
    expect(template).toEqual({
      id: created.id,
      revision: expect.stringMatching(/^rev_/),
      name: 'Receipt',
      locale: 'en-US',
      created: expect.any(Number),
      tags: ['billing'],
      versions: [
        {
          id: expect.stringMatching(/^ver_/),
          name: 'Receipt',
          number: 1,
          published: true,
          created: expect.any(Number),
          modified: expect.any(Number),
        },
      ],
    });
    expect(template.created).toBeGreaterThanOrEqual(began);
    expect(template.created).toBeLessThanOrEqual(await now());
    const [version] = (await acme.call(listVersionsByPage, { template_id: created.id })).items;
    expect(version).toEqual({
      ...template.versions[0],
      subject: receipt.subject,
      html: receipt.html,
      text: 'Hello {{name}}',
      preheader: 'Paid',
      template_data: { name: 'Ada' },
      engine: 'mustache',
    });
    expect(await acme.call(getVersion, { template_id: created.id, version_id: version!.id })).toEqual({
      ...version,
      revision: expect.stringMatching(/^rev_/),
    });
  });

  it('start as drafts when they are not to be published', async () => {
    const { id } = await acme.call(createTemplate, { ...receipt, publish: false });
    await acme.call(addLocale, { ...receipt, template_id: id, locale: 'de-DE', publish: false });
    for (const locale of ['en-US', 'de-DE'] as const) {
      const { versions } = await acme.call(getTemplate, { template_id: id, locale });
      expect(versions).toMatchObject([{ name: receipt.name, published: false }]);
      await expect(
        acme.call(resolveTemplate, { template_id: id, recipient: 'a@example.com', locale }),
      ).rejects.toMatchObject({ code: 'version_not_found', message: expect.stringContaining('no published version') });
    }
    const { versions } = await acme.call(getTemplate, { template_id: id });
    await acme.call(publishVersion, { template_id: id, version_id: versions[0]!.id });
    await acme.call(resolveTemplate, { template_id: id, recipient: 'a@example.com' });
  });

  it('are duplicated with all locales, as drafts', async () => {
    await acme.call(createSnippet, { name: 'footer', body: '<p>Acme</p>' });
    const body = { ...receipt, html: '<p>Hello {{name}}</p>{% snippet "footer" %}', template_data: { total: 1.5 } };
    const { id } = await acme.call(createTemplate, { ...body, tags: ['billing'] });
    await acme.call(updateTemplate, { template_id: id, tracking: { opens: false } });
    await acme.call(createVersion, { ...body, template_id: id, name: 'Newer draft' });
    await acme.call(addLocale, { ...body, template_id: id, locale: 'de-DE', name: 'Draft', publish: false });
    const copy = await acme.call(duplicateTemplate, { template_id: id, name: 'Receipt copy' });
    expect(copy).toEqual({ id: expect.stringMatching(/^tem_/), locale: 'en-US', name: 'Receipt copy' });
    for (const [locale, name] of [
      ['en-US', 'Receipt'],
      ['de-DE', 'Draft'],
    ] as const) {
      const path = { template_id: copy.id, locale };
      expect(await acme.call(getTemplate, path)).toMatchObject({
        name: 'Receipt copy',
        tags: [],
        tracking: { opens: false },
        versions: [{ name, published: false }],
      });
      const [version] = (await acme.call(listVersionsByPage, path)).items;
      expect(version).toMatchObject({ html: body.html, template_data: { total: 1.5 } });
      await acme.call(publishVersion, { ...path, version_id: version!.id });
    }
    const rendered = { template: copy.id, template_data: { name: 'Ada' } };
    expect((await acme.call(renderTemplate, rendered)).html).toBe('<p>Hello Ada</p><p>Acme</p>');
    const [{ count }] = await service.sql.query<[{ count: number }]>(
      'select count(*)::int as count from snippet_uses join versions on version_id = id where template_id = $1',
      [copy.id],
    );
    expect(count).toBe(2);
    await acme.call(deleteTemplate, { template_id: id });
    expect((await acme.call(renderTemplate, rendered)).html).toContain('Acme');
    await expect(service.tenant().call(duplicateTemplate, { template_id: copy.id, name: 'X' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('store sample data and text unchanged', async () => {
    const awkward = {
      ...receipt,
      text: 'naïve ☃ 😀\r\n\ttail ',
      template_data: { z: 1, a: { nested: [null, '\u0000', '\ud800', 'é'] } },
    };
    const { id } = await acme.call(createTemplate, awkward);
    const [version] = (await acme.call(listVersionsByPage, { template_id: id })).items;
    expect(version).toMatchObject({ text: awkward.text, template_data: awkward.template_data });
    expect(Object.keys(version!.template_data!)).toEqual(['z', 'a']);
  });

  it('are created in the requested locale', async () => {
    const created = await acme.call(createTemplate, { ...receipt, locale: 'de-DE' });
    expect(created.locale).toBe('de-DE');
    expect(await acme.call(getTemplate, { template_id: created.id })).toMatchObject({ locale: 'de-DE' });
    await expect(acme.call(createTemplate, { ...receipt, locale: 'xx-XX' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'locale' }],
    });
  });

  it('are not created when they do not compile', async () => {
    await expect(acme.call(createTemplate, { ...receipt, html: '<p>{{#open}}</p>' })).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining('html, line 1'),
    });
    await expect(acme.call(createTemplate, { ...receipt, text: '{% snippet "nowhere" %}' })).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining('nowhere'),
    });
    expect((await acme.call(listTemplatesByPage, {})).items).toEqual([]);
  });

  it('are updated with a name and tags; an empty list removes all tags', async () => {
    const { id } = await acme.call(createTemplate, { ...receipt, tags: ['billing', 'billing', 'eu'] });
    await acme.call(updateTemplate, { template_id: id, name: 'Receipts' });
    expect(await acme.call(getTemplate, { template_id: id })).toMatchObject({
      name: 'Receipts',
      tags: ['billing', 'eu'],
    });
    await acme.call(updateTemplate, { template_id: id, locale: 'en-US', tags: ['one', 'two', 'three'] });
    expect(await acme.call(getTemplate, { template_id: id })).toMatchObject({
      name: 'Receipts',
      tags: ['one', 'two', 'three'],
    });
    await acme.call(updateTemplate, { template_id: id, tags: [] });
    expect(await acme.call(getTemplate, { template_id: id })).toMatchObject({ tags: [] });
    await expect(acme.call(updateTemplate, { template_id: id, tags: ['1', '2', '3', '4'] })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(acme.call(updateTemplate, { template_id: id, locale: 'fr-FR', name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are listed once per locale, newest first, default locale first', async () => {
    const older = await acme.call(createTemplate, { ...receipt, locale: 'fr-FR' });
    const newer = await acme.call(createTemplate, { ...receipt, name: 'Welcome' });
    await acme.call(addLocale, { ...receipt, template_id: older.id, locale: 'de-DE' });
    await acme.call(addLocale, { ...receipt, template_id: older.id, locale: 'ar-EG' });
    await acme.call(createVersion, { ...receipt, template_id: newer.id, name: 'Second' });
    const listed = (await acme.call(listTemplatesByPage, {})).items;
    expect(
      listed.map(({ id, locale, versions }) => [id, locale, versions.map(({ name, published }) => [name, published])]),
    ).toEqual([
      [
        newer.id,
        'en-US',
        [
          ['Welcome', true],
          ['Second', false],
        ],
      ],
      [older.id, 'fr-FR', [['Receipt', true]]],
      [older.id, 'de-DE', [['Receipt', true]]],
      [older.id, 'ar-EG', [['Receipt', true]]],
    ]);
  });

  it('get more locales, each once', async () => {
    const { id } = await acme.call(createTemplate, receipt);
    const french = { name: 'Première', subject: 'Votre reçu', text: 'Bonjour', template_id: id, locale: 'fr-FR' };
    const added = await acme.call(addLocale, french);
    expect(added).toEqual({ id, locale: 'fr-FR', name: 'Receipt', version_id: expect.stringMatching(/^ver_/) });
    expect(
      await acme.call(getVersion, { template_id: id, locale: 'fr-FR', version_id: added.version_id }),
    ).toMatchObject({ name: 'Première', published: true, html: '' });
    await expect(acme.call(addLocale, french)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'locale' }],
    });
    await expect(acme.call(getTemplate, { template_id: id, locale: 'de-DE' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(acme.call(listVersionsByPage, { template_id: id, locale: 'de-DE' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('find a version within its locale, the default one when none is given', async () => {
    const { id } = await acme.call(createTemplate, receipt);
    const { version_id } = await acme.call(addLocale, { ...receipt, template_id: id, locale: 'fr-FR' });
    await expect(acme.call(getVersion, { template_id: id, version_id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await acme.call(listVersionsByPage, { template_id: id })).items.map((version) => version.id)).not.toContain(
      version_id,
    );
  });

  it('make the oldest other locale the default when it is deleted, and are deleted with the last one', async () => {
    const { id } = await acme.call(createTemplate, receipt);
    await acme.call(addLocale, { ...receipt, template_id: id, locale: 'pl-PL' });
    await acme.call(addLocale, { ...receipt, template_id: id, locale: 'de-DE' });
    await acme.call(deleteTemplate, { template_id: id, locale: 'en-US' });
    expect(await acme.call(getTemplate, { template_id: id })).toMatchObject({ locale: 'pl-PL' });
    await acme.call(deleteTemplate, { template_id: id, locale: 'de-DE' });
    await expect(acme.call(deleteTemplate, { template_id: id, locale: 'de-DE' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await acme.call(deleteTemplate, { template_id: id, locale: 'pl-PL' });
    await expect(acme.call(getTemplate, { template_id: id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are deleted with all locales and versions', async () => {
    const { id } = await acme.call(createTemplate, receipt);
    await acme.call(addLocale, { ...receipt, template_id: id, locale: 'pl-PL' });
    await acme.call(deleteTemplate, { template_id: id });
    expect((await acme.call(listTemplatesByPage, {})).items).toEqual([]);
    await expect(acme.call(deleteTemplate, { template_id: id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are listed in pages, newest first', async () => {
    const content = { name: 'Receipt', subject: 'S', text: 'T' };
    const created: string[][] = [];
    for (let n = 0; n < 20; n++) {
      const { id } = await acme.call(createTemplate, content);
      const others = ['fr-FR', 'de-DE', 'pl-PL'];
      for (const locale of others) await acme.call(addLocale, { template_id: id, ...content, locale });
      created.unshift(['en-US', ...others].map((locale) => `${id} ${locale}`));
    }
    const first = await acme.call(listTemplatesByPage, {});
    const last = await acme.call(listTemplatesByPage, { after: first.next! });
    expect([first.items.length, last.next]).toEqual([50, undefined]);
    expect([...first.items, ...last.items].map(({ id, locale }) => `${id} ${locale}`)).toEqual(created.flat());
    await acme.call(deleteTemplate, { template_id: first.items.at(-1)!.id });
    await expect(acme.call(listTemplatesByPage, { after: first.next! })).rejects.toMatchObject({ code: 'not_found' });
  }, 30_000);
});
