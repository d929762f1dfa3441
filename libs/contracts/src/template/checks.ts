import { z } from 'zod';
import { optionalOrEmpty, locale } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { lookupKey, resourceName, templateEngine, versionContent, versionPath } from './templates.js';

const partName = z
  .enum(['subject', 'html', 'text', 'preheader', 'amp_html'])
  .describe('The part, as in the content of a version.');

const templateProblem = z
  .object({
    part: partName.optional(),
    line: z.int().optional().describe('The line in the part; for a snippet, the line of its tag.'),
    column: z.int().optional().describe('The column, from 1; absent if not known.'),
    message: z.string().describe('The problem, with part and line, and the remedy.'),
  })
  .meta({
    id: 'TemplateProblem',
    description: 'A problem that keeps a version from being saved or rendered.',
  });

const templateVariable = z
  .object({
    name: z.string().describe('Its name; `[]` stands for an item of a list: `order.items[].name`.'),
    uses: z.array(z.enum(['printed', 'looped', 'tested'])).describe('The ways in which the template uses the value.'),
  })
  .meta({ id: 'TemplateVariable', description: 'A value that a template reads.' });

const templateLink = z
  .object({
    part: partName,
    url: z.string().describe('The address as written, tags included.'),
  })
  .meta({ id: 'TemplateLink', description: 'A link in a part.' });

const bytes = (part: string) => z.int().optional().describe(`Bytes of the ${part}.`);

/** POST /templates/check (docs/reference/drafts.md). */
export const templateCheckBody = versionContent
  .omit({ name: true })
  .extend({
    subject: optionalOrEmpty(versionContent.shape.subject).describe('The subject, with tags of the template language.'),
  })
  .meta({ id: 'TemplateCheckBody' });

export const checkTemplate = defineRpc({
  pattern: 'template.template.check.v1',
  request: templateCheckBody,
  response: z.object({
    valid: z.boolean().describe('Whether it can be saved.'),
    engine: templateEngine.optional(),
    problems: z.array(templateProblem).describe('The problems of all parts.'),
    warnings: z.array(z.string()).describe('Content that is valid but may be unintended.'),
    variables: z.array(templateVariable).describe('The variables of the template, at most 1,000.'),
    snippets: z.array(z.string()).describe('The names of its snippets, nested ones included.'),
    links: z.array(templateLink).describe('Its links, at most 500.'),
    sizes: z
      .object({
        subject: bytes('subject'),
        html: bytes('HTML part'),
        text: bytes('text part'),
        amp_html: bytes('AMP part'),
      })
      .describe('The bytes of the rendered email.'),
  }),
  errors: ['rate_limited'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a receipt',
      request: {
        engine: 'mustache',
        subject: 'Your receipt {{number}}',
        html: '<p>Hello {{name}}, <a href="https://acme.example/r/{{number}}">your receipt</a></p>',
        template_data: { name: 'Ada', number: 7 },
      },
      response: {
        valid: true,
        engine: 'mustache',
        problems: [],
        warnings: [],
        variables: [
          { name: 'number', uses: ['printed'] },
          { name: 'name', uses: ['printed'] },
        ],
        snippets: [],
        links: [{ part: 'html', url: 'https://acme.example/r/{{number}}' }],
        sizes: { subject: 14, html: 65, text: 46 },
      },
    },
    {
      name: 'a mistake',
      request: { subject: 'Your receipt', text: '{{#items}}' },
      response: {
        valid: false,
        engine: 'mustache',
        problems: [
          { part: 'text', line: 1, column: 1, message: 'text, line 1: {{#items}} is never closed by {{/items}}' },
        ],
        warnings: [],
        variables: [],
        snippets: [],
        links: [],
        sizes: { subject: 12 },
      },
    },
  ],
});

/** See docs/operate/limits.md#templates-and-rendering. */
const maxUnsavedSnippets = 20;

/** POST /templates/preview (docs/reference/drafts.md). */
export const templatePreviewBody = templateCheckBody
  .extend({
    template: optionalOrEmpty(lookupKey).describe(
      'The id of the template that it belongs to: its translations are used.',
    ),
    locale: optionalOrEmpty(locale).describe("The locale; by default the template's, or `en-US`."),
    snippets: optionalOrEmpty(
      z
        .record(
          resourceName,
          z.string({ error: 'must be a string' }).max(1_048_576, 'must be at most 1048576 characters'),
          { error: 'must be an object' },
        )
        .refine(
          (snippets) => Object.keys(snippets).length <= maxUnsavedSnippets,
          `must have at most ${maxUnsavedSnippets} snippets`,
        ),
    ).describe('Snippets by name, at most 20, instead of the stored ones.'),
  })
  .meta({ id: 'TemplatePreviewBody' });

const rendered = (what: string) => z.string().optional().describe(`${what}; omitted if it cannot be rendered.`);

export const previewTemplate = defineRpc({
  pattern: 'template.template.preview.v1',
  request: templatePreviewBody,
  response: z.object({
    valid: z.boolean().describe('Whether it can be saved.'),
    engine: templateEngine.optional(),
    problems: z.array(templateProblem).describe('The problems of all parts.'),
    warnings: z.array(z.string()).describe('Content that is valid but may be unintended.'),
    missing: z.array(z.string()).describe('Variables that are missing in the data.'),
    subject: rendered('The subject'),
    preheader: rendered('The preheader, which the HTML part has, too'),
    html: rendered('The HTML part'),
    text: rendered('The text part, or the text of the HTML'),
    amp_html: rendered('The AMP part'),
  }),
  errors: ['rate_limited', 'template_not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'half written',
      request: {
        subject: 'Your receipt {{number}}',
        html: '<p>Hello {{name}}</p>{% snippet "footer" %}',
        amp_html: '{{#items}}',
        template_data: { number: 'R-1' },
        snippets: { footer: '<p>Acme Ltd.</p>' },
      },
      response: {
        valid: false,
        engine: 'mustache',
        problems: [
          {
            part: 'amp_html',
            line: 1,
            column: 1,
            message: 'amp_html, line 1: {{#items}} is never closed by {{/items}}',
          },
        ],
        warnings: [],
        missing: ['name'],
        subject: 'Your receipt R-1',
        html: '<p>Hello </p><p>Acme Ltd.</p>',
        text: 'Hello\n\nAcme Ltd.',
      },
    },
  ],
});

/** GET .../versions/{id}/schema (docs/reference/drafts.md). */
export const getVersionSchema = defineRpc({
  pattern: 'template.version.schema.v1',
  request: versionPath,
  response: z.looseObject({
    $schema: z.string().describe('The version of JSON Schema.'),
    type: z.literal('object').describe('`template_data` is an object.'),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'a receipt',
      request: { template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', version_id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe' },
      response: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { name: { type: ['string', 'number', 'boolean', 'null'] } },
        required: ['name'],
      },
    },
  ],
});
