import type { Rpc } from '@postrider/contracts';
import {
  addLocale,
  createSample,
  createSnippet,
  createTemplate,
  createVersion,
  deleteSample,
  deleteSnippet,
  deleteTemplate,
  checkTemplate,
  deleteVersion,
  endAbTest,
  findTemplates,
  getArtifact,
  getVersionSchema,
  getPot,
  getSnippet,
  getTemplate,
  getTemplateUsage,
  getVersion,
  listSamples,
  listSnippets,
  listSnippetsByPage,
  listSnippetUses,
  listTemplates,
  listTemplatesByPage,
  listTemplateTags,
  listVersions,
  listVersionsByPage,
  previewTemplate,
  publishVersion,
  putPo,
  renderTemplate,
  resolveTemplate,
  rpcs,
  searchTemplates,
  setAbTest,
  updateSample,
  updateSnippet,
  updateTemplate,
  updateVersion,
} from '@postrider/contracts';
import type { Tenant } from './testing/template-under-test.js';
import { TemplateUnderTest } from './testing/template-under-test.js';

const content = { name: 'Receipt', subject: 'Your receipt', html: '<p>Hello</p>{% snippet "footer" %}' };
const emptyZip = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';

/** Another account's id is answered like one that does not exist (docs/guides/authentication.md). */
describe('an account', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let stranger: Tenant;
  let snippet_id: string;
  let template_id: string;
  let version_id: string;
  let draft_id: string;
  let artifact_id: string;
  let sample_id: string;

  beforeAll(async () => {
    service = await TemplateUnderTest.start();
    [acme, stranger] = [service.tenant(), service.tenant()];
    snippet_id = (await acme.ask(createSnippet, { name: 'footer', body: '<p>Acme</p>' })).id;
    template_id = (await acme.ask(createTemplate, { ...content, tags: ['billing'] })).id;
    version_id = (await acme.ask(listVersions, { template_id }))[0]!.id;
    draft_id = (await acme.ask(createVersion, { template_id, ...content, name: 'Draft' })).id;
    artifact_id = (await acme.ask(resolveTemplate, { template_id, recipient: 'a@example.com' })).variants[0]!
      .artifact_id;
    sample_id = (await acme.ask(createSample, { template_id, name: 'Ada', template_data: { name: 'Ada' } })).id;
  }, 60_000);
  afterAll(() => service.stop(), 60_000);

  const named = (): readonly (readonly [Rpc, object])[] => [
    [getTemplate, { template_id }],
    [getTemplate, { template_id, locale: 'en-US' }],
    [updateTemplate, { template_id, name: 'Mine' }],
    [deleteTemplate, { template_id }],
    [deleteTemplate, { template_id, locale: 'en-US' }],
    [addLocale, { template_id, locale: 'fr-FR', name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [listVersions, { template_id }],
    [listVersionsByPage, { template_id }],
    [listVersionsByPage, { template_id, after: version_id }],
    [getVersion, { template_id, version_id }],
    [createVersion, { template_id, name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [updateVersion, { template_id, version_id, name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [publishVersion, { template_id, version_id: draft_id }],
    [getVersionSchema, { template_id, version_id: draft_id }],
    [deleteVersion, { template_id, version_id: draft_id }],
    [
      setAbTest,
      {
        template_id,
        versions: [
          { id: version_id, weight: 1 },
          { id: draft_id, weight: 1 },
        ],
      },
    ],
    [endAbTest, { template_id }],
    [resolveTemplate, { template_id, recipient: 'a@example.com' }],
    [getArtifact, { artifact_id }],
    [renderTemplate, { template: template_id, template_data: {} }],
    [getSnippet, { snippet_id }],
    [updateSnippet, { snippet_id, name: 'footer', body: 'mine' }],
    [deleteSnippet, { snippet_id }],
    [listSnippetUses, { snippet_id }],
    [listSamples, { template_id }],
    [createSample, { template_id, name: 'Mine', template_data: {} }],
    [updateSample, { template_id, sample_id, name: 'Mine', template_data: {} }],
    [deleteSample, { template_id, sample_id }],
    [previewTemplate, { template: template_id, text: 'mine' }],
    [getPot, { tag: 'billing' }],
    [putPo, { tag: 'billing', zip: emptyZip }],
  ];

  it('finds nothing of another, by any call', async () => {
    for (const [rpc, request] of named()) {
      const bySend: readonly Rpc[] = [resolveTemplate, renderTemplate, previewTemplate];
      const notFound = bySend.includes(rpc) ? 'template_not_found' : 'not_found';
      await expect(stranger.ask(rpc, request as never)).rejects.toMatchObject({ code: notFound });
    }
    const asked = new Set<Rpc>([
      ...named().map(([rpc]) => rpc),
      findTemplates,
      listTemplates,
      listTemplatesByPage,
      listSnippets,
      listSnippetsByPage,
      createTemplate,
      createSnippet,
      getTemplateUsage,
      checkTemplate,
      searchTemplates,
      listTemplateTags,
    ]);
    expect(rpcs.filter((rpc) => rpc.owner === 'template' && !asked.has(rpc))).toEqual([]);
  });

  it('is told of its own snippets alone by a check', async () => {
    expect((await stranger.ask(checkTemplate, { html: '{% snippet "footer" %}' })).valid).toBe(false);
    expect((await acme.ask(checkTemplate, { html: '{% snippet "footer" %}' })).valid).toBe(true);
  });

  it('sees its own alone in lists', async () => {
    expect(await stranger.ask(findTemplates, { template_ids: [template_id] })).toEqual([]);
    expect(await stranger.ask(listTemplates, {})).toEqual([]);
    expect((await stranger.ask(searchTemplates, {})).data).toEqual([]);
    expect(await stranger.ask(listTemplateTags, {})).toEqual([]);
    expect(await stranger.ask(listTemplatesByPage, {})).toEqual({ items: [] });
    expect(await stranger.ask(listSnippets, {})).toEqual([]);
    expect(await stranger.ask(listSnippetsByPage, {})).toEqual({ items: [] });
    expect(await acme.ask(listTemplates, {})).toHaveLength(1);
    const nothing = {
      templates: 0,
      snippets: 0,
      versions: 0,
      template_bytes: 0,
      compiled_bytes: 0,
      mjml_seconds_per_second: 0,
    };
    expect(await stranger.ask(getTemplateUsage, {})).toEqual(nothing);
    expect(await acme.ask(getTemplateUsage, {})).toMatchObject({ templates: 1, snippets: 1 });
  });

  it('includes its own snippets, and may use a name that another uses', async () => {
    await expect(stranger.ask(createTemplate, content)).rejects.toMatchObject({ code: 'invalid_template' });
    await stranger.ask(createSnippet, { name: 'footer', body: '<p>Stranger</p>' });
    const { id } = await stranger.ask(createTemplate, content);
    expect((await stranger.ask(renderTemplate, { template: id, template_data: {} })).html).toContain('Stranger');
    expect((await acme.ask(renderTemplate, { template: template_id, template_data: {} })).html).toContain('Acme');
    const [own] = await stranger.ask(listVersions, { template_id: id });
    await expect(
      stranger.ask(setAbTest, {
        template_id: id,
        versions: [
          { id: own!.id, weight: 1 },
          { id: version_id, weight: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(stranger.ask(renderTemplate, { template: id, template_data: {}, version_id })).rejects.toMatchObject({
      code: 'version_not_found',
    });
  });
});
