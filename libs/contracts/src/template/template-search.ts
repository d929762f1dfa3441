import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, locale, timestamp } from '../primitives.js';
import { defineRpc } from '../rpc.js';

const searchTerm = z
  .string({ error: 'must be a string' })
  .trim()
  .max(255, 'must be at most 255 characters')
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters');

/** `count` in a query string. */
const pageCount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int({ error: 'must be a whole number' }).min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
);

/** GET /templates/search (docs/reference/template-search.md). */
export const templateSearchQuery = z.object({
  q: optionalOrEmpty(searchTerm).describe(
    'The id of a template, or text in its name, tags or the subjects of its published versions.',
  ),
  tag: optionalOrEmpty(searchTerm).describe('Only templates with this tag.'),
  locale: optionalOrEmpty(locale).describe('Only templates that have this locale.'),
  sort: optionalOrEmpty(z.enum(['created', 'name'], { error: 'must be created or name' })).describe(
    '`created`, newest first, by default; or `name`.',
  ),
  count: optionalOrEmpty(pageCount).describe('The size of a page.'),
  cursor: optionalOrEmpty(id('template')).describe('`next_cursor` of the previous page.'),
});

export const templateSummary = z
  .object({
    object: z.literal('template_summary'),
    id: id('template').describe('Its id.'),
    name: z.string().describe('Its name.'),
    tags: z.array(z.string()).describe('Its tags.'),
    created: timestamp,
    modified: timestamp.describe('The time at which a version was last saved.'),
    subject: z.string().optional().describe('The subject of a published version of the default locale.'),
    locales: z
      .array(
        z.object({
          locale,
          default: z.boolean().describe('Whether it is the default locale.'),
          published: z.int().describe('The number of published versions; several in an A/B test.'),
          drafts: z.int().describe('The number of drafts.'),
        }),
      )
      .describe('Its locales, the default first.'),
  })
  .meta({ id: 'TemplateSummary', description: 'A template in a list.' });
export type TemplateSummary = z.infer<typeof templateSummary>;

const exampleSummary = {
  object: 'template_summary' as const,
  id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'Receipt',
  tags: ['billing'],
  created: 1_790_000_000,
  modified: 1_790_000_000,
  subject: 'Your receipt {{number}}',
  locales: [{ locale: 'en-US', default: true, published: 1, drafts: 0 }],
};

export const searchTemplates = defineRpc({
  pattern: 'template.template.search.v1',
  request: templateSearchQuery,
  response: z.object({
    data: z.array(templateSummary).describe('In the requested order.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'by name',
      request: { q: 'receipt', tag: 'billing' },
      response: { data: [exampleSummary], next_cursor: null },
    },
  ],
});

/** GET /templates/tags. */
export const listTemplateTags = defineRpc({
  pattern: 'template.template.tags.v1',
  request: z.object({}),
  response: z
    .array(
      z
        .object({
          tag: z.string().describe('The tag.'),
          templates: z.int().describe('The number of templates with this tag.'),
        })
        .meta({ id: 'TemplateTag', description: 'A tag of templates.' }),
    )
    .describe('By name, at most 1000.'),
  examples: [{ name: 'one tag', request: {}, response: [{ tag: 'billing', templates: 1 }] }],
});
