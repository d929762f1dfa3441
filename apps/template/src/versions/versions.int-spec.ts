import {
  addLocale,
  createTemplate,
  createVersion,
  deleteVersion,
  getArtifact,
  endAbTest,
  getTemplate,
  getVersion,
  listVersionsByPage,
  newId,
  publishVersion,
  renderTemplate,
  resolveTemplate,
  setAbTest,
  updateVersion,
} from '@postrider/contracts';
import type { VersionResource } from '@postrider/contracts';
import { exactJson, parseExactly } from '@postrider/numbers';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

const content = { name: 'First', subject: 'Subject', html: '<p>first</p>' };

describe('versions', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let template: { template_id: string };
  let firstId: string;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    template = { template_id: (await acme.call(createTemplate, content)).id };
    firstId = (await acme.call(listVersionsByPage, template)).items[0]!.id;
  });

  const published = async () =>
    (await acme.call(getTemplate, template)).versions.filter(({ published }) => published).map(({ name }) => name);
  const draft = (name: string) => acme.call(createVersion, { ...template, ...content, name });

  it('are saved as drafts when requested, with exactly the given content', async () => {
    const { id, revision } = await acme.call(createVersion, {
      ...template,
      ...content,
      preheader: 'P',
      template_data: { a: 1 },
    });
    const path = { ...template, version_id: id };
    const saved = await acme.call(updateVersion, { ...path, ...content, subject: 'Next', publish: false });
    expect(saved).toMatchObject({ published: false, subject: 'Next' });
    expect(saved).not.toHaveProperty('preheader');
    expect(saved).not.toHaveProperty('template_data');
    expect(saved.revision).not.toBe(revision);
    expect(await published()).toEqual(['First']);
    await expect(
      acme.call(updateVersion, { ...template, version_id: firstId, ...content, publish: false }),
    ).rejects.toMatchObject({ code: 'in_use' });
    await acme.call(updateVersion, { ...path, ...content, name: 'Second', preheader: 'P', publish: true });
    expect(await published()).toEqual(['Second']);
    expect(await acme.call(updateVersion, { ...path, ...content, publish: true })).not.toHaveProperty('preheader');
  });

  it('keep their numbers, which are not used again, in each locale', async () => {
    const { id } = await draft('Second');
    await acme.call(deleteVersion, { ...template, version_id: id });
    await acme.call(addLocale, { ...template, ...content, locale: 'de-DE' });
    expect((await draft('Third')).number).toBe(3);
    expect((await acme.call(getTemplate, template)).versions.map(({ name, number }) => [number, name])).toEqual([
      [1, 'First'],
      [3, 'Third'],
    ]);
    expect(
      (await acme.call(listVersionsByPage, { ...template, locale: 'de-DE' })).items.map(({ number }) => number),
    ).toEqual([1]);
    const numbers = await Promise.all(Array.from({ length: 10 }, async () => (await draft('Other')).number));
    expect(new Set(numbers).size).toBe(10);
  });

  it('keep their author and note until another note is saved', async () => {
    const by = (callerId: string) => ({ callerId });
    const { id, ...created } = await acme.call(
      createVersion,
      { ...template, ...content, note: 'Shorter' },
      by('usr_anna'),
    );
    expect(created).toMatchObject({ created_by: 'usr_anna', note: 'Shorter' });
    const save = (request: { note?: string | null; publish?: boolean }) =>
      acme.call(updateVersion, { ...template, version_id: id, ...content, ...request }, by('usr_bob'));
    expect(await save({ publish: false })).toMatchObject({ created_by: 'usr_anna', note: 'Shorter' });
    const noted = await save({ note: 'Tested' });
    expect(noted).toMatchObject({ note: 'Tested' });
    expect(noted.revision).not.toBe(created.revision);
    expect(await save({ note: '' })).not.toHaveProperty('note');
    await expect(save({ note: 'x'.repeat(501) })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('show their weights while an A/B test runs', async () => {
    const { id } = await draft('Other');
    const versions = [
      { id: firstId, weight: 3 },
      { id, weight: 1 },
    ];
    const weights = async () => (await acme.call(getTemplate, template)).versions.map(({ weight }) => weight);
    expect(await weights()).toEqual([undefined, undefined]);
    await acme.call(setAbTest, { ...template, versions });
    expect(await weights()).toEqual([3, 1]);
    await acme.call(endAbTest, template);
    expect(await weights()).toEqual([undefined, undefined]);
  });

  it('are created as drafts', async () => {
    const created = await acme.call(createVersion, {
      ...template,
      name: 'Draft',
      subject: 'S',
      text: 'T',
      amp_html: '<!doctype html>',
      template_data: {},
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^ver_/),
      revision: expect.stringMatching(/^rev_/),
      name: 'Draft',
      number: 2,
      subject: 'S',
      html: '',
      text: 'T',
      amp_html: '<!doctype html>',
      template_data: {},
      engine: 'mustache',
      published: false,
      created: expect.any(Number),
      modified: expect.any(Number),
    });
    expect(await published()).toEqual(['First']);
    expect((await acme.call(listVersionsByPage, template)).items.map(({ name }) => name)).toEqual(['First', 'Draft']);
  });

  it('return the numbers of their sample data losslessly', async () => {
    const sample = '{"total":10.50,"id":1234567890123456789,"list":[1.0,2,1e400],"zero":-0}';
    const template_data = parseExactly(sample) as Record<string, unknown>;
    const { id } = await acme.call(createVersion, { ...template, ...content, template_data });
    const shown = async () => exactJson((await acme.call(getVersion, { ...template, version_id: id })).template_data);
    expect(await shown()).toBe(sample);
    const listed = (await acme.call(listVersionsByPage, template)).items;
    expect(exactJson(listed.find((version) => version.id === id)?.template_data)).toBe(sample);
    await acme.call(updateVersion, { ...template, ...content, version_id: id });
    expect(await shown()).toBe(sample);
    const updated = await acme.call(updateVersion, {
      ...template,
      ...content,
      version_id: id,
      template_data: { n: 1 },
    });
    expect([exactJson(updated.template_data), await shown()]).toEqual(['{"n":1}', '{"n":1}']);
    const rendered = await acme.call(renderTemplate, {
      template: template.template_id,
      version_id: (
        await acme.call(createVersion, {
          ...template,
          name: 'N',
          subject: '{{total}} {{id}} {{list}}',
          text: '{{zero}}',
        })
      ).id,
      template_data,
    });
    expect(rendered).toMatchObject({ subject: '10.50 1234567890123456789 1.0,2,1e400', text: '-0' });
  });

  it('are Mustache or Jinja, detected or chosen by the author', async () => {
    const content = { ...template, name: 'J', subject: 'Hi {{ name }}' };
    const jinja = await acme.call(createVersion, { ...content, html: '{% if name %}{{ name|upper }}{% endif %}' });
    expect(jinja).toMatchObject({ engine: 'jinja' });
    expect(jinja).not.toHaveProperty('autoescape');
    expect(await acme.call(createVersion, { ...content, text: 'x', engine: 'jinja', autoescape: true })).toMatchObject({
      engine: 'jinja',
      autoescape: true,
    });
    await acme.call(publishVersion, { ...template, version_id: jinja.id });
    const request = { template: template.template_id, template_data: { name: 'Ada' } };
    expect(await acme.call(renderTemplate, request)).toMatchObject({ subject: 'Hi Ada', html: 'ADA' });
    const updated = await acme.call(updateVersion, {
      ...template,
      version_id: jinja.id,
      name: 'J',
      subject: 'S',
      html: '{{#name}}x{{/name}}',
    });
    expect(updated.engine).toBe('mustache');
    expect((await acme.call(listVersionsByPage, template)).items.map(({ engine }) => engine)).toEqual([
      'mustache',
      'mustache',
      'jinja',
    ]);
  });

  it('report what fails with the data in Jinja', async () => {
    const content = { ...template, name: 'J', subject: 'S', html: 'a\n{{ user.name|e }}' };
    const { id } = await acme.call(createVersion, content);
    await acme.call(publishVersion, { ...template, version_id: id });
    await expect(
      acme.call(renderTemplate, { template: template.template_id, template_data: {} }),
    ).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'html, line 2: user is undefined, so it has no attribute name',
    });
    await expect(
      acme.call(renderTemplate, { template: template.template_id, template_data: { user: {} }, strict: true }),
    ).rejects.toMatchObject({ code: 'missing_template_data', message: expect.stringContaining('user.name') });
  });

  it('are Jinja when client libraries send tags of both languages, and keep their language', async () => {
    const content = { ...template, name: 'Both', subject: 'S', html: '{{ name }}' };
    const { engine, warnings } = await acme.call(createVersion, content);
    expect([engine, warnings]).toEqual(['mustache', undefined]);
    const created = await acme.call(createTemplate, { name: 'T', subject: '{{ name }}', text: 'x' });
    expect(created.warnings).toEqual([
      expect.stringMatching(/^subject, line 1: \{\{ name \}\} is the same in Mustache and/),
    ]);
    const byLibrary = await acme.call(
      createTemplate,
      { name: 'T', subject: 'S', html: '{{ name }}' },
      { clientLibrary: true },
    );
    expect(byLibrary).not.toHaveProperty('warnings');
    const [version] = (await acme.call(listVersionsByPage, { template_id: byLibrary.id })).items;
    expect(version!.engine).toBe('jinja');
    const place = { template_id: byLibrary.id, version_id: version!.id };
    expect(await acme.call(updateVersion, { ...place, name: 'T', subject: '{{ a }}', html: 'b' })).toMatchObject({
      engine: 'jinja',
    });
    expect(await acme.call(createVersion, { ...content, template_id: byLibrary.id })).toMatchObject({
      engine: 'jinja',
    });
  });

  it('are rejected when they mix two languages', async () => {
    const content = { ...template, name: 'J', subject: 'S', html: '{{#a}}{{/a}}\n{% if a %}{% endif %}' };
    await expect(acme.call(createVersion, content)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringMatching(/line 2: \{% if a %\} is Jinja.*\n.*line 1: \{\{#a\}\}/),
    });
  });

  it('are published with new content and replace the published one', async () => {
    const { id } = await draft('Second');
    const updated = await acme.call(updateVersion, {
      ...template,
      version_id: id,
      name: 'Second, revised',
      subject: 'New',
      text: 'only text',
    });
    expect(updated).toMatchObject({
      id,
      name: 'Second, revised',
      subject: 'New',
      html: '',
      text: 'only text',
      published: true,
    });
    expect(await published()).toEqual(['Second, revised']);
    const rendered = await acme.call(renderTemplate, { template: template.template_id, template_data: {} });
    expect(rendered).toMatchObject({
      subject: 'New',
      text: 'only text',
      html: '',
      template: { version_name: 'Second, revised' },
    });
  });

  it('keep preheader, AMP and sample data that new content omits, and nothing else', async () => {
    const extras = {
      preheader: 'Peek',
      amp_html: '<!doctype html><html amp4email></html>',
      template_data: { name: 'Ada' },
    };
    await acme.call(updateVersion, { ...template, ...content, version_id: firstId, text: 'text', ...extras });
    const kept = await acme.call(updateVersion, {
      ...template,
      ...content,
      version_id: firstId,
      preheader: '',
      template_data: null,
    });
    expect(kept).toMatchObject({ ...extras, text: '' });
    const replaced = await acme.call(updateVersion, {
      ...template,
      ...content,
      version_id: firstId,
      preheader: 'Other',
      template_data: { name: 'Bob' },
    });
    expect(replaced).toMatchObject({ ...extras, preheader: 'Other', template_data: { name: 'Bob' } });
  });

  it('are unchanged when new content does not compile', async () => {
    const { id } = await draft('Second');
    await expect(
      acme.call(updateVersion, { ...template, version_id: id, ...content, html: '{{#open}}' }),
    ).rejects.toMatchObject({ code: 'invalid_template' });
    expect(await published()).toEqual(['First']);
    expect((await acme.call(listVersionsByPage, template)).items[1]).toMatchObject({
      id,
      html: content.html,
      published: false,
    });
  });

  it('are found only in their own template and locale', async () => {
    const other = { template_id: (await acme.call(createTemplate, content)).id };
    const { version_id } = await acme.call(addLocale, { ...template, ...content, locale: 'fr-FR' });
    for (const path of [
      { ...other, version_id: firstId },
      { ...template, version_id },
      { ...template, locale: 'fr-FR', version_id: firstId },
      { ...template, version_id: 'ver_unknown' },
    ]) {
      await expect(acme.call(updateVersion, { ...path, ...content })).rejects.toMatchObject({ code: 'not_found' });
      await expect(acme.call(publishVersion, path)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(
      await acme.call(updateVersion, { ...template, locale: 'fr-FR', version_id, ...content, name: 'Deux' }),
    ).toMatchObject({ name: 'Deux', published: true });
    expect(await published()).toEqual(['First']);
  });

  it('are published one at a time', async () => {
    const { id } = await draft('Second');
    expect(await acme.call(publishVersion, { ...template, version_id: id })).toMatchObject({
      id,
      published: true,
      html: content.html,
    });
    expect(await published()).toEqual(['Second']);
    expect(await acme.call(publishVersion, { ...template, version_id: id })).toMatchObject({ published: true });
  });

  it('share the recipients of an A/B test, which ends with the heaviest', async () => {
    const { id } = await draft('Second');
    const test = {
      ...template,
      versions: [
        { id: firstId, weight: 1 },
        { id, weight: 3 },
      ],
    };
    expect((await acme.call(setAbTest, test)).versions).toMatchObject([
      { id: firstId, published: true },
      { id, published: true },
    ]);
    const names = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const content = { ...template, recipient: `person${index}@example.com` };
        const [first, again] = [
          await acme.call(resolveTemplate, content),
          await acme.call(resolveTemplate, { ...content, recipient: content.recipient.toUpperCase() }),
        ];
        expect(again).toEqual(first);
        return first.variants[0]!.version_name;
      }),
    );
    expect(new Set(names)).toEqual(new Set(['First', 'Second']));
    expect(await acme.call(renderTemplate, { template: template.template_id, template_data: {} })).toMatchObject({
      template: { version_name: 'Second' },
    });

    await acme.call(endAbTest, template);
    expect(await published()).toEqual(['Second']);
    expect((await acme.call(endAbTest, template)).versions.filter((version) => version.published)).toHaveLength(1);
  });

  it('stay in a running A/B test when one of them gets new content', async () => {
    const [second, third] = [await draft('Second'), await draft('Third')];
    await acme.call(setAbTest, {
      ...template,
      versions: [
        { id: firstId, weight: 1 },
        { id: second.id, weight: 1 },
      ],
    });
    await acme.call(updateVersion, { ...template, ...content, version_id: second.id, name: 'Second' });
    expect(await published()).toEqual(['First', 'Second']);
    await acme.call(updateVersion, { ...template, ...content, version_id: third.id, name: 'Third' });
    expect(await published()).toEqual(['First', 'Second', 'Third']);
    await acme.call(publishVersion, { ...template, version_id: third.id });
    expect(await published()).toEqual(['Third']);
  });

  it('are rejected in an A/B test when unknown, of another locale or repeated', async () => {
    const { version_id } = await acme.call(addLocale, { ...template, ...content, locale: 'fr-FR' });
    for (const id of [version_id, 'ver_unknown']) {
      await expect(
        acme.call(setAbTest, {
          ...template,
          versions: [
            { id: firstId, weight: 1 },
            { id, weight: 1 },
          ],
        }),
      ).rejects.toMatchObject({ code: 'version_not_found' });
    }
    await expect(
      acme.call(setAbTest, {
        ...template,
        versions: [
          { id: firstId, weight: 1 },
          { id: firstId, weight: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await published()).toEqual(['First']);
  });

  const newIds = (count: number) => Array.from({ length: count }, () => newId('version'));
  const pages = async (request: { template_id: string; locale?: string }) => {
    const items: VersionResource[][] = [];
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = await acme.call(listVersionsByPage, { ...request, ...(after === undefined ? {} : { after }) });
      items.push(page.items);
      after = page.next;
    }
    return items;
  };

  it('are listed by locale, in pages of at most 2 MB', async () => {
    const large = 'x'.repeat(700_000);
    await acme.call(addLocale, { ...template, ...content, locale: 'fr-FR' });
    for (let n = 0; n < 5; n++)
      await acme.call(createVersion, { ...template, name: `Large ${n}`, subject: 'S', text: large });
    const listed = await pages(template);
    expect(listed.map(({ length }) => length)).toEqual([3, 2, 1]);
    expect(listed.flat().map(({ name }) => name)).toEqual(['First', ...[0, 1, 2, 3, 4].map((n) => `Large ${n}`)]);
    expect((await pages({ ...template, locale: 'fr-FR' })).flat()).toHaveLength(1);
    await expect(acme.call(listVersionsByPage, { ...template, locale: 'de-DE' })).rejects.toMatchObject({
      code: 'not_found',
    });
  }, 20_000);

  it('are listed in pages when all of them exceed the size of a reply', async () => {
    await service.sql.query(
      `insert into versions (account_id, id, template_id, locale, name, subject, html, artifact_id)
       select account_id, created, template_id, locale, name, subject, repeat(chr(1), 1000000), artifact_id
       from versions, unnest($2::text[]) as created where template_id = $1`,
      [template.template_id, newIds(12)],
    );
    expect((await pages(template)).flat()).toHaveLength(13);
  }, 20_000);

  it('are at most 1000 per locale', async () => {
    await service.sql.query(
      `insert into versions (account_id, id, template_id, locale, name, subject, text, artifact_id)
       select account_id, created, template_id, locale, name, subject, 'T', artifact_id
       from versions, unnest($2::text[]) as created where template_id = $1`,
      [template.template_id, newIds(998)],
    );
    await draft('The last');
    await expect(draft('One more')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('a locale has at most 1000 versions') as string,
    });
    await acme.call(updateVersion, { ...template, ...content, version_id: firstId });
    await acme.call(addLocale, { ...template, ...content, locale: 'fr-FR' });
    expect((await pages(template)).flat()).toHaveLength(1000);
  }, 20_000);

  it('can be deleted when they are drafts; email that was accepted with one is still sent', async () => {
    const { id } = await draft('Draft');
    const requests = { template_id: template.template_id, recipient: 'a@example.com', version_name: 'Draft' };
    const { artifact_id } = (await acme.call(resolveTemplate, requests)).variants[0]!;
    await acme.call(deleteVersion, { ...template, version_id: id });
    expect((await acme.call(listVersionsByPage, template)).items.map(({ name }) => name)).toEqual(['First']);
    await expect(acme.call(resolveTemplate, requests)).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(acme.call(deleteVersion, { ...template, version_id: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await acme.call(getArtifact, { artifact_id });
  });

  it('cannot be deleted when published, and the error says what to do', async () => {
    const { id } = await draft('Second');
    await expect(acme.call(deleteVersion, { ...template, version_id: firstId })).rejects.toMatchObject({
      code: 'in_use',
      message: 'Version "First" is the only published one of en-US; publish another one first, or delete the locale',
    });
    const versions = [firstId, id].map((version) => ({ id: version, weight: 1 }));
    await acme.call(setAbTest, { ...template, versions });
    for (const version_id of [firstId, id])
      await expect(acme.call(deleteVersion, { ...template, version_id })).rejects.toMatchObject({
        code: 'in_use',
        message: expect.stringContaining('is part of the A/B test of en-US') as string,
      });
    await acme.call(publishVersion, { ...template, version_id: id });
    await acme.call(deleteVersion, { ...template, version_id: firstId });
    expect(await published()).toEqual(['Second']);
  });

  it('cannot be deleted when they are the last of their locale', async () => {
    const path = { template_id: (await acme.call(createTemplate, { ...content, publish: false })).id };
    const [only] = (await acme.call(listVersionsByPage, path)).items;
    const last = { ...path, version_id: only!.id };
    await expect(acme.call(deleteVersion, last)).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('is the only one of en-US; delete the template or the locale') as string,
    });
    await acme.call(createVersion, { ...path, ...content });
    await acme.call(deleteVersion, last);
    expect((await acme.call(listVersionsByPage, path)).items).toHaveLength(1);
  });

  it('are deleted only in the locale of the path', async () => {
    await acme.call(addLocale, { ...template, ...content, locale: 'fr-FR' });
    const { id } = await draft('Draft');
    const elsewhere = { ...template, locale: 'fr-FR', version_id: id };
    await expect(acme.call(deleteVersion, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
    await acme.call(deleteVersion, { ...elsewhere, locale: 'en-US' });
  });

  it('are not lost in concurrent edits', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, (_, index) => draft(`Draft ${index}`)));
    const edits = [
      ...drafts.map(({ id }) => acme.call(publishVersion, { ...template, version_id: id })),
      acme.call(updateVersion, { ...template, ...content, version_id: firstId, preheader: 'kept' }),
      acme.call(updateVersion, { ...template, ...content, version_id: firstId, template_data: { kept: true } }),
    ];
    await Promise.all(edits);
    expect(await published()).toHaveLength(1);
    expect((await acme.call(listVersionsByPage, template)).items[0]).toMatchObject({
      preheader: 'kept',
      template_data: { kept: true },
    });
    expect((await acme.call(listVersionsByPage, template)).items).toHaveLength(13);
  }, 20_000);
});
