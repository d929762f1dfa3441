import { z } from 'zod';
import { id } from '../ids.js';
import {
  optionalOrEmpty,
  after,
  exampleRevision,
  locale,
  pageSchema,
  text,
  timestamp,
  withExpected,
  withRevision,
  withinJsonBytes,
  required,
} from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { trackingChoice } from '../tracking-choice.js';

/** An id or a name for a lookup. Unknown ones are simply not found, but PostgreSQL cannot store NUL characters. */
export const lookupKey = z.string(required('a string')).regex(/^[^\x00]*$/, 'must not contain NUL characters');
/** A version is selected by its name or its id; both could contradict each other. */
export function oneVersionOnly(
  body: { readonly version_name?: string | undefined; readonly version_id?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (body.version_id === undefined || body.version_name === undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['version_id'],
    message: 'cannot be given together with version_name',
  });
}
/** A name of at most 255 characters, on one line. */
export const resourceName = text(255).regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters');

/** See docs/operate/limits.md#fields. */
const maxSampleDataKilobytes = 128;
const templateData = z.record(z.string(), z.unknown(), { error: 'must be an object' });
const tags = z
  .array(
    z
      .string({ error: 'must be a string' })
      .min(1, 'must not be empty')
      .max(255, 'must be at most 255 characters')
      .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters'),
    { error: 'must be an array of strings' },
  )
  .max(3, 'must have at most 3 tags');

const versionNumber = z
  .int()
  .optional()
  .describe('The number of the version, from 1 in each locale. Numbers are not reused.');

/** Template version summary (docs/reference/templates.md). */
export const versionSummary = z
  .object({
    name: z.string().describe('Its name.'),
    id: id('version').describe('Its id.'),
    number: versionNumber,
    published: z.boolean().describe('Whether it is published.'),
    weight: z.int().optional().describe('Its weight in an A/B test.'),
    created: timestamp,
    modified: timestamp,
  })
  .meta({ id: 'VersionSummary', description: 'A version without its content.' });

/** Template (docs/reference/templates.md): one locale of it, with all versions of that locale as summaries. */
export const templateResource = z
  .object({
    id: id('template').describe('The id of the template, the same for all its locales.'),
    name: z.string().describe('The name of the template.'),
    locale,
    created: timestamp,
    versions: z.array(versionSummary).describe('The versions of this locale, oldest first.'),
    tags: z.array(z.string()).describe('Tags.'),
    tracking: trackingChoice.optional().describe('The tracking settings. Absent if the template has none.'),
  })
  .meta({ id: 'Template', description: 'One locale of a template.' });
export type TemplateResource = z.infer<typeof templateResource>;

/** The language of a version (docs/template-language.md#three-languages). */
export const templateEngine = z
  .enum(['mustache', 'jinja', 'handlebars'], { error: 'must be mustache, jinja or handlebars' })
  .meta({ id: 'TemplateEngine', description: 'The template language.' });

/** Template version (full) (docs/reference/versions.md#the-content-of-a-version). */
export const versionResource = z
  .object({
    id: id('version').describe('Its id.'),
    number: versionNumber,
    created: timestamp,
    // Services return the id of the user or key, in place of which the gateway shows the name.
    created_by: z
      .string()
      .optional()
      .describe('The name of the user or API key that created it. Absent for removed users and imports.'),
    modified: timestamp,
    published: z.boolean().describe('Whether it is published.'),
    approved: timestamp.optional().describe('When its content was approved; absent if it was not.'),
    approved_by: z.string().optional().describe('The name of the user who approved it. Absent for removed users.'),
    name: z.string().describe('Its name.'),
    note: z.string().optional().describe('The note of the authors.'),
    subject: z.string().describe('The subject.'),
    html: z.string().describe('The HTML part, or MJML; empty if none.'),
    text: z.string().describe('The text part; empty if it is made from the HTML.'),
    preheader: z.string().optional().describe('The text that an inbox shows next to the subject.'),
    amp_html: z.string().optional().describe('The AMP part.'),
    template_data: templateData.optional().describe('Sample data for editors.'),
    engine: templateEngine,
    autoescape: z.boolean().optional().describe('Jinja only: whether values in HTML are escaped by default.'),
  })
  .meta({ id: 'Version', description: 'The content of an email in one locale.' });
export type VersionResource = z.infer<typeof versionResource>;

/** The content of a version as a caller writes it. `html` may be MJML (root element `<mjml>`). */
export const versionContent = z.object({
  name: resourceName.describe('The name of the version.'),
  subject: text(4096).describe('The subject, with tags of the template language.'),
  html: optionalOrEmpty(z.string({ error: 'must be a string' })).describe(
    'The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets.',
  ),
  text: optionalOrEmpty(z.string({ error: 'must be a string' })).describe(
    'The text part, at most 1 MB with snippets. One of `html` and `text` is required.',
  ),
  preheader: optionalOrEmpty(z.string({ error: 'must be a string' })).describe(
    'The text that an inbox shows next to the subject.',
  ),
  amp_html: optionalOrEmpty(z.string({ error: 'must be a string' })).describe('An AMP part.'),
  template_data: optionalOrEmpty(templateData.superRefine(withinJsonBytes(maxSampleDataKilobytes))).describe(
    'Sample data for editors, at most 128 KB as JSON.',
  ),
  engine: optionalOrEmpty(templateEngine).describe('The language of all parts; by default the tags decide.'),
  autoescape: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
    'Jinja only: whether values in HTML are escaped by default; `false` if omitted.',
  ),
});
export type VersionContent = z.infer<typeof versionContent>;

/**
 * One of `html` and `text` is required (docs/reference/versions.md#the-content-of-a-version), except from the published
 * client libraries (docs/guides/client-libraries.md).
 */
export const hasBody = (content: { html?: string | undefined; text?: string | undefined }) =>
  content.html !== undefined || content.text !== undefined;
export const bodyRequired = { error: 'html or text is required', path: ['html'] };

export const templatePath = z.object({ template_id: lookupKey, locale: optionalOrEmpty(locale) });
export const versionPath = templatePath.extend({ version_id: lookupKey });

/** Warnings of a save: valid content that may not be intended; absent if there are none. */
const saveWarnings = z
  .array(z.string())
  .optional()
  .describe('Content that is valid but may be unintended, such as a tag of Handlebars.');
export const savedVersion = versionResource
  .extend({ warnings: saveWarnings })
  .meta({ id: 'SavedVersion', description: 'A version after saving.' });

export const publish = optionalOrEmpty(z.boolean({ error: 'must be true or false' }));
const publishFirst = publish.describe('`false`: its first version is a draft.');
const newTags = optionalOrEmpty(tags).describe('Tags, at most 3, on one line each.');
const newTemplate = versionContent.extend({
  locale: optionalOrEmpty(locale).describe('The default locale; `en-US` if omitted.'),
  tags: newTags,
  publish: publishFirst,
});
const newLocale = versionContent.extend({ locale, publish: publishFirst });

export const createTemplateBody = newTemplate.refine(hasBody, bodyRequired).meta({ id: 'TemplateBody' });
export const addLocaleBody = newLocale.refine(hasBody, bodyRequired).meta({ id: 'TemplateLocaleBody' });
export const updateTemplateBody = z
  .object({
    name: optionalOrEmpty(resourceName).describe('A new name.'),
    tags: newTags,
    tracking: optionalOrEmpty(trackingChoice).describe(
      'What is tracked unless the send decides; `{}` leaves it to the account.',
    ),
  })
  .meta({ id: 'TemplateUpdate' });

export const duplicateTemplateBody = z
  .object({ name: resourceName.describe('The name of the copy.') })
  .meta({ id: 'TemplateDuplicate' });

export const exampleVersion = {
  id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe',
  number: 1,
  created: 1_790_000_000,
  modified: 1_790_000_000,
  published: true,
  name: 'Receipt',
  subject: 'Your receipt {{number}}',
  html: '<p>Hello {{name}}</p>',
  text: '',
  engine: 'mustache' as const,
};
export const exampleTemplate = {
  id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'Receipt',
  locale: 'en-US',
  created: 1_790_000_000,
  tags: ['billing'],
  versions: [
    {
      name: 'Receipt',
      id: exampleVersion.id,
      number: 1,
      published: true,
      created: 1_790_000_000,
      modified: 1_790_000_000,
    },
  ],
};
export const exampleContent = {
  name: 'Receipt',
  subject: 'Your receipt {{number}}',
  html: '<p>Hello {{name}}</p>',
  engine: 'mustache' as const,
};
export const examplePath = { template_id: exampleTemplate.id };

/**
 * POST /templates: the template, its default locale and its first version, published unless `publish` is false
 * (docs/reference/templates.md).
 */
export const createTemplate = defineRpc({
  pattern: 'template.template.create.v1',
  request: newTemplate,
  response: z.object({
    id: id('template').describe('The id of the template.'),
    locale,
    name: z.string().describe('The name of the template.'),
    warnings: saveWarnings,
  }),
  errors: ['invalid_template', 'review_required', 'rate_limited', 'quota_exceeded'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a receipt',
      request: exampleContent,
      response: { id: exampleTemplate.id, locale: 'en-US', name: 'Receipt' },
    },
    {
      name: 'a draft',
      request: { ...exampleContent, publish: false },
      response: { id: exampleTemplate.id, locale: 'en-US', name: 'Receipt' },
    },
  ],
});

/** GET /templates: one element per template and locale, default locale first, in pages. */
export const listTemplatesByPage = defineRpc({
  pattern: 'template.template.list.v2',
  request: z.object({ after }),
  response: pageSchema(templateResource),
  errors: ['not_found'],
  examples: [{ name: 'the only page', request: {}, response: { items: [exampleTemplate] } }],
});

/** The existing ones of these templates, with their names. Called when an object that refers to templates is saved. */
export const findTemplates = defineRpc({
  pattern: 'template.template.find.v1',
  request: z.object({ template_ids: z.array(lookupKey).max(200) }),
  response: z.array(z.object({ id: id('template'), name: z.string() })),
  examples: [
    {
      name: 'one there is',
      request: { template_ids: [exampleTemplate.id] },
      response: [{ id: exampleTemplate.id, name: exampleTemplate.name }],
    },
  ],
});

export const getTemplate = defineRpc({
  pattern: 'template.template.get.v1',
  request: templatePath,
  response: withRevision(templateResource),
  errors: ['not_found'],
  examples: [{ name: 'by id', request: examplePath, response: { ...exampleTemplate, revision: exampleRevision } }],
});

/** PUT /templates/{id}: rename, replace the tags (an empty array removes them). */
export const updateTemplate = defineRpc({
  pattern: 'template.template.update.v1',
  request: withExpected(templatePath.extend(updateTemplateBody.shape)),
  response: z.object({}),
  errors: ['not_found', 'precondition_failed'],
  examples: [{ name: 'rename', request: { ...examplePath, name: 'Receipts' }, response: {} }],
});

/** POST /templates/{id}/duplicate: a new template with all its locales, the published version of each as a draft. */
export const duplicateTemplate = defineRpc({
  pattern: 'template.template.duplicate.v1',
  request: duplicateTemplateBody.extend({ template_id: lookupKey }),
  response: z.object({
    id: id('template').describe('The id of the copy.'),
    locale,
    name: z.string().describe('The name of the copy.'),
  }),
  errors: ['not_found', 'quota_exceeded'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a copy',
      request: { ...examplePath, name: 'Receipt copy' },
      response: { id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDf', locale: 'en-US', name: 'Receipt copy' },
    },
  ],
});

/** DELETE: without a locale the whole template, with one that locale only. */
export const deleteTemplate = defineRpc({
  pattern: 'template.template.delete.v1',
  request: withExpected(templatePath),
  response: z.object({}),
  errors: ['not_found', 'precondition_failed'],
  examples: [{ name: 'whole', request: examplePath, response: {} }],
});

/** POST /templates/{id}/locales: a further locale with its first version, published unless `publish` is false. */
export const addLocale = defineRpc({
  pattern: 'template.locale.add.v1',
  request: newLocale.extend({ template_id: lookupKey }),
  response: z.object({
    id: id('template').describe('The id of the template.'),
    locale,
    name: z.string().describe('The name of the template.'),
    version_id: id('version').describe('The id of the first version of this locale.'),
    warnings: saveWarnings,
  }),
  errors: ['not_found', 'invalid_template', 'review_required', 'rate_limited', 'quota_exceeded'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'French',
      request: { ...examplePath, ...exampleContent, locale: 'fr-FR' },
      response: { id: exampleTemplate.id, locale: 'fr-FR', name: 'Receipt', version_id: exampleVersion.id },
    },
  ],
});
