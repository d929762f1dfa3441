import {
  addLocale,
  approveVersion,
  checkTemplate,
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
  deleteVersion,
  duplicateTemplate,
  endAbTest,
  findTemplates,
  getArtifact,
  getPot,
  getSnippet,
  getTemplate,
  getTemplateUsage,
  getVersion,
  getVersionSchema,
  listComments,
  listImages,
  listSamples,
  listSnippetsByPage,
  listSnippetUses,
  listTemplatesByPage,
  listTemplateTags,
  listVersionsByPage,
  newId,
  previewTemplate,
  publishVersion,
  putPo,
  readImage,
  renderTemplate,
  resolveTemplate,
  searchTemplates,
  setAbTest,
  updateSample,
  updateSnippet,
  updateTemplate,
  updateVersion,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract } from '@postrider/testing';
import { templateService } from './template.module.js';

const content = { name: 'Receipt', subject: 'Your receipt {{number}}', html: '<p>Hello {{name}}</p>' };
const broken = { ...content, html: '<p>{{#open}}</p>' };
/** Errors that need more than one request. */
const elsewhere = { coveredBy: 'apps/template/src/limits/limits.int-spec.ts' };
const limited = { rate_limited: elsewhere, quota_exceeded: elsewhere };
const unreviewed = { review_required: { coveredBy: 'apps/template/src/versions/review.int-spec.ts' } };
/** A revision that matches nothing. */
const other = { expected: ['other'] };
const nowhere = { template_id: newId('template') };

const template = async ({ call }: ContractWorld) => ({
  template_id: (await call(createTemplate, { ...content, tags: ['billing'] })).id,
});
const version = async (world: ContractWorld) => {
  const path = await template(world);
  return { ...path, version_id: (await world.call(listVersionsByPage, path)).items[0]!.id };
};
const draft = async (world: ContractWorld) => {
  const path = await template(world);
  return { ...path, version_id: (await world.call(createVersion, { ...path, ...content })).id };
};
const twoVersions = async (world: ContractWorld) => {
  const { template_id, version_id } = await version(world);
  const { id } = await world.call(createVersion, { template_id, ...content });
  return {
    template_id,
    versions: [
      { id: version_id, weight: 1 },
      { id, weight: 1 },
    ],
  };
};
const abTest = async (world: ContractWorld) => {
  const test = await twoVersions(world);
  await world.call(setAbTest, test);
  return test;
};
const snippet = async ({ call }: ContractWorld) => ({
  snippet_id: (await call(createSnippet, { name: 'footer', body: '<p>Acme Inc.</p>' })).id,
});
const usedSnippet = async (world: ContractWorld) => {
  const path = await snippet(world);
  await world.call(createTemplate, { ...content, html: '{% snippet "footer" %}' });
  return path;
};

const sample = async (world: ContractWorld) => {
  const path = await template(world);
  const data = { name: 'A long order', template_data: {} };
  return { ...path, sample_id: (await world.call(createSample, { ...path, ...data })).id };
};
const noSample = async (world: ContractWorld) => ({ ...(await template(world)), sample_id: newId('sample') });

const comment = async (world: ContractWorld) => {
  const path = await version(world);
  return { ...path, comment_id: (await world.call(createComment, { ...path, text: 'Hello' })).id };
};
const noVersion = async (world: ContractWorld) => ({ ...(await template(world)), version_id: newId('version') });
const commentRules = { coveredBy: 'apps/template/src/versions/comments.int-spec.ts' };

const pixel = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const image = async ({ call }: ContractWorld) => ({
  image_id: (await call(createImage, { name: 'logo.gif', data: pixel })).id,
});
const noImage = () => ({ image_id: newId('image') });

describeContract(templateService, [
  arrange(listComments, {
    given: async (world) => {
      const { template_id, version_id } = await comment(world);
      return { template_id, version_id };
    },
    errors: { not_found: noVersion },
  }),
  arrange(createComment, {
    given: version,
    errors: {
      not_found: async (world) => ({ ...(await noVersion(world)), text: 'Hello' }),
      invalid_request: commentRules,
      quota_exceeded: commentRules,
    },
  }),
  arrange(deleteComment, {
    given: comment,
    errors: {
      not_found: async (world) => ({ ...(await version(world)), comment_id: newId('comment') }),
      forbidden: commentRules,
    },
  }),
  arrange(createImage, { errors: { quota_exceeded: elsewhere } }),
  arrange(listImages, { given: async (world) => void (await image(world)) }),
  arrange(readImage, { given: image, errors: { not_found: noImage } }),
  arrange(deleteImage, { given: image, errors: { not_found: noImage } }),
  arrange(listSamples, {
    given: async (world) => {
      const { template_id } = await sample(world);
      return { template_id };
    },
    errors: { not_found: () => nowhere },
  }),
  arrange(createSample, {
    given: template,
    errors: { not_found: () => ({ ...nowhere, name: 'n', template_data: {} }), quota_exceeded: elsewhere },
  }),
  arrange(updateSample, {
    given: sample,
    errors: {
      not_found: async (world) => ({ ...(await noSample(world)), name: 'n', template_data: {} }),
      quota_exceeded: elsewhere,
    },
  }),
  arrange(deleteSample, { given: sample, errors: { not_found: noSample } }),
  arrange(createTemplate, { errors: { invalid_template: () => broken, ...unreviewed, ...limited } }),
  arrange(checkTemplate, { errors: { rate_limited: elsewhere } }),
  arrange(previewTemplate, {
    errors: { rate_limited: elsewhere, template_not_found: () => ({ template: newId('template') }) },
  }),
  arrange(getVersionSchema, {
    given: version,
    errors: { not_found: () => ({ ...nowhere, version_id: newId('version') }) },
  }),
  arrange(listTemplatesByPage, {
    given: async (world) => void (await template(world)),
    errors: { not_found: () => ({ after: `${newId('template')}/en-US` }) },
  }),
  arrange(searchTemplates, {
    given: async (world) => void (await template(world)),
    errors: { not_found: () => ({ cursor: newId('template') }) },
  }),
  arrange(listTemplateTags, { given: async (world) => void (await template(world)) }),
  arrange(listSnippetUses, {
    given: usedSnippet,
    errors: { not_found: () => ({ snippet_id: newId('snippet') }) },
  }),
  arrange(findTemplates, {
    given: async (world) => ({ template_ids: [(await template(world)).template_id, newId('template')] }),
  }),
  arrange(getTemplate, { given: template, errors: { not_found: () => nowhere } }),
  arrange(updateTemplate, {
    given: template,
    errors: {
      not_found: () => nowhere,
      precondition_failed: async (world) => ({ ...(await template(world)), ...other }),
    },
  }),
  arrange(duplicateTemplate, {
    given: template,
    errors: { not_found: () => ({ ...nowhere, name: 'Copy' }), quota_exceeded: elsewhere },
  }),
  arrange(deleteTemplate, {
    given: template,
    errors: {
      not_found: () => nowhere,
      precondition_failed: async (world) => ({ ...(await template(world)), ...other }),
    },
  }),
  arrange(addLocale, {
    given: template,
    errors: {
      not_found: () => ({ ...nowhere, ...content, locale: 'fr-FR' }),
      invalid_template: async (world) => ({ ...(await template(world)), ...broken, locale: 'fr-FR' }),
      ...unreviewed,
      ...limited,
    },
  }),
  arrange(listVersionsByPage, { given: template, errors: { not_found: () => nowhere } }),
  arrange(getVersion, {
    given: version,
    errors: { not_found: async (world) => ({ ...(await template(world)), version_id: newId('version') }) },
  }),
  arrange(createVersion, {
    given: template,
    errors: {
      not_found: () => ({ ...nowhere, ...content }),
      precondition_failed: async (world) => ({
        ...(await template(world)),
        ...content,
        publish: true,
        replaces: 'rev_other',
      }),
      invalid_template: async (world) => ({ ...(await template(world)), ...broken }),
      ...unreviewed,
      ...limited,
    },
  }),
  arrange(updateVersion, {
    given: version,
    errors: {
      not_found: async (world) => ({ ...(await template(world)), ...content, version_id: newId('version') }),
      precondition_failed: async (world) => ({ ...(await version(world)), ...content, ...other }),
      in_use: async (world) => ({ ...(await version(world)), ...content, publish: false }),
      invalid_template: async (world) => ({ ...(await version(world)), ...broken }),
      ...unreviewed,
      ...limited,
    },
  }),
  arrange(publishVersion, {
    given: version,
    errors: {
      ...unreviewed,
      not_found: async (world) => ({ ...(await template(world)), version_id: newId('version') }),
      precondition_failed: async (world) => ({ ...(await version(world)), ...other }),
    },
  }),
  arrange(approveVersion, {
    given: draft,
    errors: {
      not_found: async (world) => ({ ...(await template(world)), version_id: newId('version') }),
      precondition_failed: async (world) => ({ ...(await draft(world)), ...other }),
      ...unreviewed,
    },
  }),
  arrange(deleteVersion, {
    given: draft,
    errors: {
      not_found: async (world) => ({ ...(await template(world)), version_id: newId('version') }),
      precondition_failed: async (world) => ({ ...(await draft(world)), ...other }),
      in_use: version,
    },
  }),
  arrange(setAbTest, {
    given: twoVersions,
    errors: {
      ...unreviewed,
      not_found: async (world) => ({ ...(await twoVersions(world)), ...nowhere }),
      precondition_failed: async (world) => ({ ...(await twoVersions(world)), ...other }),
      version_not_found: async (world) => ({
        ...(await twoVersions(world)),
        versions: [
          { id: newId('version'), weight: 1 },
          { id: newId('version'), weight: 1 },
        ],
      }),
      invalid_request: async (world) => {
        const {
          template_id,
          versions: [first],
        } = await twoVersions(world);
        return { template_id, versions: [first!, first!] };
      },
    },
  }),
  arrange(endAbTest, {
    given: abTest,
    errors: {
      not_found: () => nowhere,
      precondition_failed: async (world) => ({ ...(await abTest(world)), ...other }),
    },
  }),
  arrange(resolveTemplate, {
    given: template,
    errors: {
      template_not_found: () => ({ ...nowhere, recipient: 'ada@example.com' }),
      version_not_found: async (world) => ({
        ...(await template(world)),
        version_name: 'Unknown',
        recipient: 'ada@example.com',
      }),
      invalid_request: async (world) => ({ ...(await template(world)), locale: 'xx-XX', recipient: 'ada@example.com' }),
    },
  }),
  arrange(getArtifact, {
    given: async (world) => {
      const { variants } = await world.call(resolveTemplate, {
        ...(await template(world)),
        recipient: 'ada@example.com',
      });
      return { artifact_id: variants[0]!.artifact_id };
    },
    errors: { not_found: () => ({ artifact_id: newId('artifact') }) },
  }),
  arrange(renderTemplate, {
    given: async (world) => ({ template: (await template(world)).template_id }),
    errors: {
      template_not_found: () => ({ template: newId('template'), template_data: {} }),
      version_not_found: async (world) => ({
        template: (await template(world)).template_id,
        template_data: {},
        version_name: 'Unknown',
      }),
      missing_template_data: async (world) => ({
        template: (await template(world)).template_id,
        template_data: {},
        strict: true,
      }),
      invalid_template: async ({ call }) => {
        const { id } = await call(createTemplate, {
          ...content,
          html: '{{#a}}{{#b}}{{#c}}xxxxxxxxxx{{/c}}{{/b}}{{/a}}',
        });
        const many = Array.from({ length: 100 }, () => true);
        return { template: id, template_data: { a: many, b: many, c: many } };
      },
    },
  }),
  arrange(listSnippetsByPage, { given: async (world) => void (await snippet(world)) }),
  arrange(getSnippet, { given: snippet, errors: { not_found: () => ({ snippet_id: newId('snippet') }) } }),
  arrange(createSnippet, { errors: { quota_exceeded: elsewhere } }),
  arrange(updateSnippet, {
    given: snippet,
    errors: {
      not_found: () => ({ snippet_id: newId('snippet'), name: 'footer', body: 'x' }),
      precondition_failed: async (world) => ({ ...(await snippet(world)), name: 'footer', body: 'x', ...other }),
      invalid_template: async (world) => ({ ...(await usedSnippet(world)), name: 'footer', body: '{{#open}}' }),
      in_use: async (world) => ({ ...(await usedSnippet(world)), name: 'renamed', body: 'x' }),
      ...limited,
    },
  }),
  arrange(deleteSnippet, {
    given: snippet,
    errors: {
      not_found: () => ({ snippet_id: newId('snippet') }),
      precondition_failed: async (world) => ({ ...(await snippet(world)), ...other }),
      in_use: usedSnippet,
    },
  }),
  arrange(getPot, {
    given: async (world) => void (await template(world)),
    errors: { not_found: () => ({ tag: 'unknown' }) },
  }),
  arrange(putPo, {
    given: async (world) => void (await template(world)),
    errors: {
      not_found: () => ({ tag: 'unknown', zip: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' }),
      invalid_request: async (world) => {
        await template(world);
        return { tag: 'billing', zip: 'bm90IGEgemlw' };
      },
      invalid_template: { coveredBy: 'apps/template/src/translations/translations.int-spec.ts' },
      ...unreviewed,
      ...limited,
    },
  }),
  arrange(getTemplateUsage, { given: async (world) => void (await template(world)) }),
]);
