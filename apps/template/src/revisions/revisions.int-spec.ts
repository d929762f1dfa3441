import {
  addLocale,
  createSnippet,
  createTemplate,
  createVersion,
  deleteSnippet,
  deleteTemplate,
  deleteVersion,
  endAbTest,
  getSnippet,
  getTemplate,
  getVersion,
  listVersionsByPage,
  publishVersion,
  setAbTest,
  updateSnippet,
  updateTemplate,
  updateVersion,
} from '@postrider/contracts';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

const content = { name: 'Receipt', subject: 'Hello', text: 'Hello' };
const failed = expect.objectContaining({ code: 'precondition_failed' });

describe('a change with an expected revision', () => {
  let template: TemplateUnderTest;
  let acme: Tenant;
  let path: { template_id: string };
  beforeAll(async () => {
    template = await TemplateUnderTest.start();
    acme = template.tenant();
  });
  beforeEach(async () => {
    path = { template_id: (await acme.call(createTemplate, content)).id };
  });
  afterAll(() => template.stop());

  const templateNow = async (locale?: string) => (await acme.call(getTemplate, { ...path, locale })).revision!;
  const draft = async () => {
    const version = await acme.call(createVersion, { ...path, ...content });
    return { version: { ...path, version_id: version.id }, revision: version.revision! };
  };
  const snippet = async () => {
    const created = await acme.call(createSnippet, { name: `footer of ${path.template_id}`, body: 'a' });
    return { snippet_id: created.id, name: created.name, revision: created.revision! };
  };

  it('succeeds for a version once: the second of two saves is rejected and changes nothing', async () => {
    const { version, revision } = await draft();
    const save = (text: string, expected: string[]) =>
      acme.call(updateVersion, { ...version, ...content, text, expected }).then(
        (saved) => saved,
        (error: unknown) => error,
      );
    const responses = await Promise.all([save('first', [revision]), save('second', [revision])]);
    expect(responses).toEqual(expect.arrayContaining([failed, expect.objectContaining({ text: expect.any(String) })]));
    const saved = responses.find((response) => !(response instanceof Error)) as { text: string; revision: string };
    const read = await acme.call(getVersion, version);
    expect([read.text, read.revision]).toEqual([saved.text, saved.revision]);
    await expect(save('third', ['other', saved.revision])).resolves.toMatchObject({ text: 'third' });
  });

  it('detects a change of each field of a version', async () => {
    const { version, revision } = await draft();
    const seen = [revision];
    for (const change of [
      { template_data: { n: 1 } },
      { preheader: 'p' },
      { engine: 'jinja' as const, autoescape: true },
      { text: 'other' },
      { subject: 'other' },
      { name: 'Other' },
    ])
      seen.push((await acme.call(updateVersion, { ...version, ...content, ...change })).revision!);
    expect(new Set(seen).size).toBe(seen.length);
    expect((await acme.call(getVersion, version)).revision).toBe(seen.at(-1));
  });

  it('starts or ends an A/B test only when the template is unchanged', async () => {
    const [sent] = (await acme.call(listVersionsByPage, path)).items;
    const read = await templateNow();
    const { version } = await draft();
    const versions = [sent!.id, version.version_id].map((id) => ({ id, weight: 1 }));
    await expect(acme.call(setAbTest, { ...path, versions, expected: [read] })).rejects.toEqual(failed);
    const now = await templateNow();
    await acme.call(setAbTest, { ...path, versions, expected: [now] });
    await expect(acme.call(endAbTest, { ...path, expected: [now] })).rejects.toEqual(failed);
    expect((await acme.call(listVersionsByPage, path)).items.map(({ published }) => published)).toEqual([true, true]);
    await acme.call(endAbTest, { ...path, expected: [await templateNow()] });
  });

  it('publishes or deletes only an unchanged version', async () => {
    const { version, revision } = await draft();
    const [sent] = (await acme.call(listVersionsByPage, path)).items;
    await expect(acme.call(publishVersion, { ...version, expected: [] })).rejects.toEqual(failed);
    const published = await acme.call(publishVersion, { ...version, expected: [revision] });
    expect(published).toMatchObject({ published: true, revision: (await acme.call(getVersion, version)).revision });
    expect(published.revision).not.toBe(revision);
    // The other version is no longer published, so its revision has changed, too.
    const first = { ...path, version_id: sent!.id };
    const now = (await acme.call(getVersion, first)).revision!;
    await expect(acme.call(deleteVersion, { ...first, expected: [revision] })).rejects.toEqual(failed);
    await acme.call(deleteVersion, { ...first, expected: [now] });
  });

  it.each(['a new version', 'a draft'])(
    'publishes %s only when the published version is the expected one',
    async (what) => {
      const [sent] = (await acme.call(listVersionsByPage, path)).items;
      const read = async () => (await acme.call(getVersion, { ...path, version_id: sent!.id })).revision!;
      const { version } = await draft();
      const publish = (text: string, replaces: string) =>
        what === 'a draft'
          ? acme.call(updateVersion, { ...version, ...content, text, publish: true, replaces })
          : acme.call(createVersion, { ...path, ...content, text, publish: true, replaces });
      const known = await read();
      const count = (await acme.call(listVersionsByPage, path)).items.length;
      await acme.call(updateVersion, { ...path, version_id: sent!.id, ...content, text: 'changed meanwhile' });
      await expect(publish('mine', known)).rejects.toEqual(failed);
      const again = await read();
      const responses = await Promise.allSettled([publish('first', again), publish('second', again)]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const versions = (await acme.call(listVersionsByPage, path)).items;
      expect(versions).toHaveLength(what === 'a draft' ? count : count + 1);
      expect(versions.filter(({ published }) => published)).toEqual([
        expect.objectContaining({ text: expect.stringMatching(/^first$|^second$/) }),
      ]);
      const [now] = versions.filter(({ published }) => published);
      const { revision } = await acme.call(getVersion, { ...path, version_id: now!.id });
      await acme.call(setAbTest, { ...path, versions: [sent!.id, now!.id].map((id) => ({ id, weight: 1 })) });
      await expect(publish('in a test', revision!)).rejects.toEqual(failed);
    },
  );

  it('detects a change of a version in the requested locale of a template', async () => {
    await acme.call(addLocale, { ...path, ...content, locale: 'fr-FR' });
    const [all, english, french] = [await templateNow(), await templateNow('en-US'), await templateNow('fr-FR')];
    const [version] = (await acme.call(listVersionsByPage, { ...path, locale: 'fr-FR' })).items;
    await acme.call(updateVersion, { ...path, locale: 'fr-FR', version_id: version!.id, ...content });
    expect(await templateNow('en-US')).toBe(english);
    const changes = { ...path, name: 'Renamed' };
    await expect(acme.call(updateTemplate, { ...changes, expected: [all] })).rejects.toEqual(failed);
    await expect(acme.call(updateTemplate, { ...changes, locale: 'fr-FR', expected: [french] })).rejects.toEqual(
      failed,
    );
    await expect(acme.call(deleteTemplate, { ...path, expected: [all] })).rejects.toEqual(failed);
    await expect(acme.call(deleteTemplate, { ...path, locale: 'fr-FR', expected: [french] })).rejects.toEqual(failed);
    await acme.call(updateTemplate, { ...changes, locale: 'en-US', expected: [english] });
    expect((await acme.call(getTemplate, path)).name).toBe('Renamed');
    await acme.call(deleteTemplate, { ...path, locale: 'fr-FR', expected: [await templateNow('fr-FR')] });
    await acme.call(deleteTemplate, { ...path, expected: [await templateNow()] });
  });

  it('detects a change of name, tags and tracking of a template', async () => {
    const seen = [await templateNow()];
    for (const change of [{ name: 'Other' }, { tags: ['a'] }, { tracking: { opens: false } }]) {
      await acme.call(updateTemplate, { ...path, ...change, expected: [seen.at(-1)!] });
      seen.push(await templateNow());
    }
    expect(new Set(seen).size).toBe(4);
    for (const old of seen.slice(0, 3))
      await expect(acme.call(updateTemplate, { ...path, name: 'X', expected: [old] })).rejects.toEqual(failed);
  });

  it('succeeds for a snippet once, and recompiling templates keeps the revision', async () => {
    const { revision, ...footer } = await snippet();
    await acme.call(createTemplate, { ...content, text: `{% snippet "${footer.name}" %}` });
    expect((await acme.call(getSnippet, footer)).revision).toBe(revision);
    const saved = await acme.call(updateSnippet, { ...footer, body: 'b', expected: [revision] });
    await expect(acme.call(updateSnippet, { ...footer, body: 'c', expected: [revision] })).rejects.toEqual(failed);
    expect(await acme.call(getSnippet, footer)).toMatchObject({ body: 'b', revision: saved.revision });
    await expect(acme.call(deleteSnippet, { ...footer, expected: [revision] })).rejects.toEqual(failed);
  });

  it('gets not_found when the resource does not exist', async () => {
    const unknown = { template_id: 'tem_none', expected: ['x'] };
    await expect(acme.call(deleteTemplate, unknown)).rejects.toMatchObject({ code: 'not_found' });
    await expect(acme.call(updateTemplate, { ...unknown, name: 'N' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(acme.call(deleteSnippet, { snippet_id: 'snp_none', expected: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
