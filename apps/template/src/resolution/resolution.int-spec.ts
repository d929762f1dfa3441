import {
  addLocale,
  createSnippet,
  createTemplate,
  createVersion,
  getArtifact,
  idPrefixes,
  listVersionsByPage,
  newId,
  renderTemplate,
  resolveTemplate,
  setAbTest,
  updateVersion,
} from '@postrider/contracts';
import { storedArtifact, UnknownFormat } from '@postrider/rendering';
import type { Tenant } from '../testing/template-under-test.js';
import { TemplateUnderTest } from '../testing/template-under-test.js';

const content = { name: 'Main', subject: 'Order {{number}}', html: '<p>Hello {{name}}</p>' };
const recipient = 'ada@example.com';

describe('the resolution of a template', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let id: string;
  beforeAll(async () => {
    service = await TemplateUnderTest.start();
  }, 60_000);
  afterAll(() => service.stop(), 60_000);
  beforeEach(async () => {
    acme = service.tenant();
    id = (await acme.call(createTemplate, content)).id;
  });

  const french = {
    name: 'Principal',
    subject: 'Commande {{number}}',
    html: '<p>Bonjour {{name}}</p>',
    locale: 'fr-FR',
  };
  const resolve = (request: { locale?: string; version_name?: string; version_id?: string } = {}) =>
    acme.call(resolveTemplate, { template_id: id, recipient, ...request });
  const render = (request: object = {}) =>
    acme.call(renderTemplate, { template: id, template_data: { name: 'Ada', number: 7 }, ...request });

  it('returns every published locale when none is requested, the default first', async () => {
    await acme.call(addLocale, { ...content, ...french, template_id: id });
    await acme.call(addLocale, { ...content, template_id: id, locale: 'ar-EG' });
    await acme.call(createVersion, { ...content, template_id: id, name: 'Draft' });
    const resolved = await resolve();
    expect(resolved).toMatchObject({ id, name: 'Main' });
    expect(resolved.variants.map(({ locale, version_name }) => [locale, version_name])).toEqual([
      ['en-US', 'Main'],
      ['fr-FR', 'Principal'],
      ['ar-EG', 'Main'],
    ]);
    const artifact = await acme.call(getArtifact, { artifact_id: resolved.variants[1]!.artifact_id });
    expect(JSON.stringify(artifact)).toContain('Bonjour');
  });

  it('returns the requested locale, or the default one', async () => {
    await acme.call(addLocale, { ...content, ...french, template_id: id });
    expect((await resolve({ locale: 'fr-FR' })).variants).toMatchObject([
      { locale: 'fr-FR', version_name: 'Principal' },
    ]);
    expect((await resolve({ locale: 'fr-CA' })).variants).toMatchObject([{ locale: 'en-US', version_name: 'Main' }]);
    expect((await resolve({ locale: '' })).variants).toHaveLength(2);
    await expect(resolve({ locale: 'xx-XX' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'locale' }],
    });
  });

  it('is correct for each of several concurrent requests', async () => {
    await acme.call(addLocale, { ...content, ...french, template_id: id });
    const other = service.tenant();
    const otherId = (await other.call(createTemplate, { ...content, name: 'Theirs' })).id;
    const requests = await Promise.allSettled([
      resolve(),
      resolve({ locale: 'fr-FR' }),
      resolve({ version_name: 'Main', locale: 'fr-CA' }),
      resolve(),
      other.call(resolveTemplate, { template_id: otherId, recipient }),
      other.call(resolveTemplate, { template_id: id, recipient }),
    ]);
    expect(
      requests.map((response) =>
        response.status === 'fulfilled'
          ? response.value.variants.map(({ version_name }) => version_name)
          : (response.reason as { code: string }).code,
      ),
    ).toEqual([
      ['Main', 'Principal'],
      ['Principal'],
      ['Main'],
      ['Main', 'Principal'],
      ['Theirs'],
      'template_not_found',
    ]);
  });

  it('is the same for every recipient unless an A/B test runs in a locale', async () => {
    expect(await resolve()).toMatchObject({ same_for_all: true });
    const main = (await resolve()).variants[0]!.version_id;
    const rival = await acme.call(createVersion, { ...content, template_id: id, name: 'Rival' });
    const versions = [main, rival.id].map((version) => ({ id: version, weight: 50 }));
    await acme.call(setAbTest, { template_id: id, versions });
    expect(await resolve()).not.toHaveProperty('same_for_all');
    await acme.call(addLocale, { ...content, ...french, template_id: id });
    expect(await resolve()).not.toHaveProperty('same_for_all');
    expect(await resolve({ locale: 'fr-FR' })).toMatchObject({ same_for_all: true });
  });

  it('finds a version by name, published or not, the newest of that name', async () => {
    await acme.call(createVersion, { ...content, template_id: id, name: 'Beta', subject: 'old' });
    const newest = await acme.call(createVersion, { ...content, template_id: id, name: 'Beta', subject: 'new' });
    expect((await resolve({ version_name: 'Beta' })).variants).toMatchObject([
      { locale: 'en-US', version_id: newest.id, version_name: 'Beta' },
    ]);
    expect(await render({ version_name: 'Beta' })).toMatchObject({ subject: 'new' });
    await expect(resolve({ version_name: 'Gamma' })).rejects.toMatchObject({ code: 'version_not_found' });
  });

  it('finds a version by id, also when a newer draft has the same name', async () => {
    const published = (await resolve()).variants[0]!.version_id;
    const draft = await acme.call(createVersion, { ...content, template_id: id, subject: 'draft' });
    for (const version_id of [published, draft.id])
      expect((await resolve({ version_id })).variants).toMatchObject([{ locale: 'en-US', version_id }]);
    const { version_id } = await acme.call(addLocale, { ...content, ...french, template_id: id });
    expect(await resolve({ version_id })).toMatchObject({
      variants: [{ locale: 'fr-FR', version_id }],
      same_for_all: true,
    });
    await expect(resolve({ version_id, locale: 'en-US' })).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(resolve({ version_id: newId('version') })).rejects.toMatchObject({ code: 'version_not_found' });
  });

  it('looks up a name in the used locale', async () => {
    await acme.call(addLocale, { ...content, ...french, template_id: id });
    expect((await resolve({ version_name: 'Principal', locale: 'fr-FR' })).variants).toMatchObject([
      { locale: 'fr-FR' },
    ]);
    await expect(resolve({ version_name: 'Main', locale: 'fr-FR' })).rejects.toMatchObject({
      code: 'version_not_found',
    });
    await expect(resolve({ version_name: 'Principal' })).rejects.toMatchObject({ code: 'version_not_found' });
    await acme.call(createVersion, { ...content, template_id: id, locale: 'fr-FR', name: 'Main' });
    expect((await resolve({ version_name: 'Main' })).variants).toMatchObject([
      { locale: 'en-US' },
      { locale: 'fr-FR' },
    ]);
  });

  it('fails for an unknown template', async () => {
    for (const template_id of [newId('template'), 'nonsense', '']) {
      await expect(acme.call(resolveTemplate, { template_id, recipient })).rejects.toMatchObject({
        code: 'template_not_found',
      });
    }
    await expect(acme.call(renderTemplate, { template: newId('template'), template_data: {} })).rejects.toMatchObject({
      code: 'template_not_found',
    });
  });

  it('keeps the artifact of accepted email when the version changes', async () => {
    const before = (await resolve()).variants[0]!;
    await acme.call(updateVersion, {
      ...content,
      template_id: id,
      version_id: before.version_id,
      html: '<p>changed</p>',
    });
    const after = (await resolve()).variants[0]!;
    expect(after.version_id).toBe(before.version_id);
    expect(after.artifact_id).not.toBe(before.artifact_id);
    expect(JSON.stringify(await acme.call(getArtifact, { artifact_id: before.artifact_id }))).toContain('Hello');
    await expect(acme.call(getArtifact, { artifact_id: newId('artifact') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('tells a delivery process of release 0.2 that email without a template needs a later release', async () => {
    const artifact = await acme.call(getArtifact, { artifact_id: `${idPrefixes.content}0123456789`, unread: true });
    expect(() => storedArtifact(artifact)).toThrow(UnknownFormat);
  });

  describe('rendering', () => {
    it('returns subject, html and text, and the version they come from', async () => {
      expect(await render()).toEqual({
        template: { id, name: 'Main', version_name: 'Main', locale: 'en-US' },
        subject: 'Order 7',
        html: '<p>Hello Ada</p>',
        text: 'Hello Ada',
      });
    });

    it('takes a version by id, in any locale unless one is requested', async () => {
      const { version_id } = await acme.call(addLocale, { ...content, ...french, template_id: id });
      const [main] = (await acme.call(listVersionsByPage, { template_id: id })).items;
      expect(await render({ version_id })).toMatchObject({
        subject: 'Commande 7',
        template: { locale: 'fr-FR', version_name: 'Principal' },
      });
      expect(await render({ version_id: main!.id, locale: 'en-US' })).toMatchObject({ subject: 'Order 7' });
      await expect(render({ version_id, locale: 'en-US' })).rejects.toMatchObject({ code: 'version_not_found' });
      await expect(render({ version_id: newId('version') })).rejects.toMatchObject({ code: 'version_not_found' });
      await expect(render({ version_id, version_name: 'Principal' })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'version_id' }],
      });
    });

    it('takes the requested locale, or the default one', async () => {
      await acme.call(addLocale, { ...content, ...french, template_id: id });
      expect(await render({ locale: 'fr-FR' })).toMatchObject({ subject: 'Commande 7', template: { locale: 'fr-FR' } });
      expect(await render({ locale: 'de-DE' })).toMatchObject({ subject: 'Order 7', template: { locale: 'en-US' } });
    });

    it('omits missing variables, or lists all of them when strict', async () => {
      expect(await render({ template_data: {} })).toMatchObject({ subject: 'Order', html: '<p>Hello </p>' });
      await expect(render({ template_data: {}, strict: true })).rejects.toMatchObject({
        code: 'missing_template_data',
        message: expect.stringMatching(/number.*name/),
      });
      expect(await render({ strict: true })).toMatchObject({ subject: 'Order 7' });
    });

    it('returns compiled MJML, including its snippets', async () => {
      await acme.call(createSnippet, {
        name: 'button',
        body: '<mj-button href="https://acme.example/{{number}}">Open</mj-button>',
      });
      const html =
        '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{name}}</mj-text>{% snippet "button" %}</mj-column></mj-section></mj-body></mjml>';
      const { id: mjml } = await acme.call(createTemplate, { ...content, html });
      const rendered = await render({ template: mjml });
      expect(rendered.html).toMatch(/<!doctype html>[^]*Hi Ada[^]*href="https:\/\/acme\.example\/7"/);
      expect(rendered.text).toContain('Hi Ada');
    }, 20_000);

    it('returns only text when there is no html', async () => {
      const { id: plain } = await acme.call(createTemplate, { name: 'Plain', subject: 'S', text: 'Hi {{name}}' });
      expect(await render({ template: plain })).toMatchObject({ html: '', text: 'Hi Ada' });
    });
  });
});
