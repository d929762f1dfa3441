import { z } from 'zod';
import { absentable } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { templateEngine, versionContent, versionPath } from './templates.js';

const partName = z
  .enum(['subject', 'html', 'text', 'preheader', 'amp_html'])
  .describe('The part that it is about, named as in the content of a version.');

const templateProblem = z
  .object({
    part: partName.optional(),
    line: z.int().optional().describe('The line in the part; of what stands in a snippet, the line of its tag.'),
    column: z
      .int()
      .optional()
      .describe(
        'Where in its line the tag begins, or what is wrong in it; in characters from 1 on, left out where that is not known.',
      ),
    message: z.string().describe('What is wrong, with the part and the line, and what to write instead.'),
  })
  .meta({
    id: 'TemplateProblem',
    description: 'A reason why a version cannot be saved, or not be rendered with its data.',
  });

const templateVariable = z
  .object({
    name: z.string().describe('Its name in the data; `[]` stands for an item of a list: `order.items[].name`.'),
    uses: z
      .array(z.enum(['printed', 'looped', 'tested']))
      .describe(
        'What the template does with it: prints it, goes through it item by item, or asks whether it is there.',
      ),
  })
  .meta({ id: 'TemplateVariable', description: 'A value that a template reads.' });

const templateLink = z
  .object({
    part: partName,
    url: z.string().describe('The address as the template has it, tags included.'),
  })
  .meta({ id: 'TemplateLink', description: 'A link in a part.' });

const bytes = (part: string) => z.int().optional().describe(`Bytes of the ${part}.`);

/** POST /templates/check (docs/api.md#checking-a-template). */
export const templateCheckBody = versionContent
  .omit({ name: true })
  .extend({
    subject: absentable(versionContent.shape.subject).describe('The subject; may hold tags of the template language.'),
  })
  .meta({ id: 'TemplateCheckBody' });

export const checkTemplate = defineRpc({
  pattern: 'template.template.check.v1',
  request: templateCheckBody,
  response: z.object({
    valid: z.boolean().describe('Whether it can be saved.'),
    engine: templateEngine.optional(),
    problems: z
      .array(templateProblem)
      .describe('Of each part: why it cannot be saved, or not be rendered with `template_data`.'),
    warnings: z.array(z.string()).describe('What works but may not be meant.'),
    variables: z.array(templateVariable).describe('What it reads, at most 1000 names.'),
    snippets: z.array(z.string()).describe('The names of the snippets in it, those inside snippets included.'),
    links: z.array(templateLink).describe('Its links, at most 500.'),
    sizes: z
      .object({
        subject: bytes('subject'),
        html: bytes('HTML part'),
        text: bytes('text part'),
        amp_html: bytes('AMP part'),
      })
      .describe('Of the mail that it makes with `template_data`, or without any.'),
  }),
  errors: ['rate_limited'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a receipt',
      request: {
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

/** GET .../versions/{id}/schema (docs/api.md#checking-a-template). */
export const getVersionSchema = defineRpc({
  pattern: 'template.version.schema.v1',
  request: versionPath,
  response: z.looseObject({
    $schema: z.string().describe('The dialect of JSON Schema.'),
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
