import type { Rpc } from '@postrider/contracts';
import {
  addLocale,
  approveVersion,
  createComment,
  createImage,
  createSample,
  createSnippet,
  createTemplate,
  createVersion,
  deleteComment,
  deleteImage,
  deleteSample,
  deleteSnippet,
  deleteTemplate,
  duplicateTemplate,
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
  listComments,
  listImages,
  listSamples,
  listSnippetsByPage,
  listSnippetUses,
  listTemplatesByPage,
  listTemplateTags,
  listVersionsByPage,
  previewTemplate,
  publishVersion,
  putPo,
  readImage,
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
const pixel = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const emptyZip = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==';

/** The id of another account is treated like one that does not exist (docs/guides/authentication.md). */
describe('an account', () => {
  let service: TemplateUnderTest;
  let acme: Tenant;
  let otherAccount: Tenant;
  let snippet_id: string;
  let template_id: string;
  let version_id: string;
  let draft_id: string;
  let artifact_id: string;
  let sample_id: string;
  let comment_id: string;
  let image_id: string;

  beforeAll(async () => {
    service = await TemplateUnderTest.start();
    [acme, otherAccount] = [service.tenant(), service.tenant()];
    snippet_id = (await acme.call(createSnippet, { name: 'footer', body: '<p>Acme</p>' })).id;
    template_id = (await acme.call(createTemplate, { ...content, tags: ['billing'] })).id;
    version_id = (await acme.call(listVersionsByPage, { template_id })).items[0]!.id;
    draft_id = (await acme.call(createVersion, { template_id, ...content, name: 'Draft' })).id;
    artifact_id = (await acme.call(resolveTemplate, { template_id, recipient: 'a@example.com' })).variants[0]!
      .artifact_id;
    sample_id = (await acme.call(createSample, { template_id, name: 'Ada', template_data: { name: 'Ada' } })).id;
    comment_id = (await acme.call(createComment, { template_id, version_id, text: 'Hello' })).id;
    image_id = (await acme.call(createImage, { data: pixel })).id;
  }, 60_000);
  afterAll(() => service.stop(), 60_000);

  const callsWithIds = (): readonly (readonly [Rpc, object])[] => [
    [getTemplate, { template_id }],
    [getTemplate, { template_id, locale: 'en-US' }],
    [updateTemplate, { template_id, name: 'Mine' }],
    [duplicateTemplate, { template_id, name: 'Mine' }],
    [deleteTemplate, { template_id }],
    [deleteTemplate, { template_id, locale: 'en-US' }],
    [addLocale, { template_id, locale: 'fr-FR', name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [listVersionsByPage, { template_id }],
    [listVersionsByPage, { template_id, after: version_id }],
    [getVersion, { template_id, version_id }],
    [createVersion, { template_id, name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [updateVersion, { template_id, version_id, name: 'Mine', subject: 'Mine', text: 'Mine' }],
    [approveVersion, { template_id, version_id: draft_id }],
    [listComments, { template_id, version_id }],
    [createComment, { template_id, version_id, text: 'Mine' }],
    [deleteComment, { template_id, version_id, comment_id }],
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
    [deleteImage, { image_id }],
    [previewTemplate, { template: template_id, text: 'mine' }],
    [getPot, { tag: 'billing' }],
    [putPo, { tag: 'billing', zip: emptyZip }],
  ];

  it('finds nothing of another account, with any call', async () => {
    for (const [rpc, request] of callsWithIds()) {
      const bySend: readonly Rpc[] = [resolveTemplate, renderTemplate, previewTemplate];
      const notFound = bySend.includes(rpc) ? 'template_not_found' : 'not_found';
      await expect(otherAccount.call(rpc, request as never)).rejects.toMatchObject({ code: notFound });
    }
    const tested = new Set<Rpc>([
      ...callsWithIds().map(([rpc]) => rpc),
      findTemplates,
      listTemplatesByPage,
      listSnippetsByPage,
      createTemplate,
      createSnippet,
      createImage,
      listImages,
      // For readers, who have no account.
      readImage,
      getTemplateUsage,
      checkTemplate,
      searchTemplates,
      listTemplateTags,
    ]);
    expect(rpcs.filter((rpc) => rpc.owner === 'template' && !tested.has(rpc))).toEqual([]);
  });

  it('finds only its own snippets in a check', async () => {
    expect((await otherAccount.call(checkTemplate, { html: '{% snippet "footer" %}' })).valid).toBe(false);
    expect((await acme.call(checkTemplate, { html: '{% snippet "footer" %}' })).valid).toBe(true);
  });

  it('sees only its own resources in lists', async () => {
    expect(await otherAccount.call(findTemplates, { template_ids: [template_id] })).toEqual([]);
    expect((await otherAccount.call(searchTemplates, {})).data).toEqual([]);
    expect(await otherAccount.call(listTemplateTags, {})).toEqual([]);
    expect(await otherAccount.call(listTemplatesByPage, {})).toEqual({ items: [] });
    expect(await otherAccount.call(listSnippetsByPage, {})).toEqual({ items: [] });
    expect(await otherAccount.call(listImages, {})).toEqual({ items: [] });
    expect((await acme.call(listTemplatesByPage, {})).items).toHaveLength(1);
    const nothing = {
      templates: 0,
      snippets: 0,
      versions: 0,
      template_bytes: 0,
      compiled_bytes: 0,
      images: 0,
      image_bytes: 0,
      mjml_seconds_per_second: 0,
    };
    expect(await otherAccount.call(getTemplateUsage, {})).toEqual(nothing);
    expect(await acme.call(getTemplateUsage, {})).toMatchObject({ templates: 1, snippets: 1 });
  });

  it('includes its own snippets, also when another account uses the same name', async () => {
    await expect(otherAccount.call(createTemplate, content)).rejects.toMatchObject({ code: 'invalid_template' });
    await otherAccount.call(createSnippet, { name: 'footer', body: '<p>Stranger</p>' });
    const { id } = await otherAccount.call(createTemplate, content);
    expect((await otherAccount.call(renderTemplate, { template: id, template_data: {} })).html).toContain('Stranger');
    expect((await acme.call(renderTemplate, { template: template_id, template_data: {} })).html).toContain('Acme');
    const [own] = (await otherAccount.call(listVersionsByPage, { template_id: id })).items;
    await expect(
      otherAccount.call(setAbTest, {
        template_id: id,
        versions: [
          { id: own!.id, weight: 1 },
          { id: version_id, weight: 1 },
        ],
      }),
    ).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(
      otherAccount.call(renderTemplate, { template: id, template_data: {}, version_id }),
    ).rejects.toMatchObject({
      code: 'version_not_found',
    });
  });
});
