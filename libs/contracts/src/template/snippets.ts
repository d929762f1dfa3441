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
} from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { lookupKey, resourceName } from './templates.js';

/** Snippet (docs/reference/snippets.md). */
export const snippetResource = z
  .object({
    object: z.literal('snippet'),
    id: id('snippet').describe('Its id.'),
    name: z.string().describe('The name by which templates include it.'),
    body: z.string().describe('The content.'),
    created: timestamp,
    modified: timestamp,
  })
  .meta({ id: 'Snippet', description: 'Content that templates share.' });
export type SnippetResource = z.infer<typeof snippetResource>;

export const snippetBody = z
  .object({
    name: resourceName.describe('The name by which templates include it.'),
    body: text(1_048_576)
      .regex(/^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$/, 'must not contain control characters')
      .describe('The content.'),
  })
  .meta({ id: 'SnippetBody' });

const example = {
  object: 'snippet' as const,
  id: 'snp_01KQV5Xx7GJ8sVJ4mB2cDe',
  name: 'footer',
  body: '<p>Acme Inc.</p>',
  created: 1_790_000_000,
  modified: 1_790_000_000,
};

/** In pages, because a body may have a megabyte. */
export const listSnippetsByPage = defineRpc({
  pattern: 'template.snippet.list.v2',
  request: z.object({ after }),
  response: pageSchema(snippetResource),
  examples: [{ name: 'the only page', request: {}, response: { items: [example] } }],
});

/** GET /snippets/{id}/uses (docs/reference/snippets.md). */
export const listSnippetUses = defineRpc({
  pattern: 'template.snippet.uses.v1',
  request: z.object({ snippet_id: lookupKey, after: optionalOrEmpty(id('version')) }),
  response: z.object({
    data: z
      .array(
        z
          .object({
            template_id: id('template').describe('The id of the template.'),
            template_name: z.string().describe('The name of the template.'),
            locale,
            version_id: id('version').describe('The id of the version.'),
            version_name: z.string().describe('The name of the version.'),
            published: z.boolean().describe('Whether the version is published.'),
          })
          .meta({ id: 'SnippetUse', description: 'A version that includes a snippet.' }),
      )
      .describe('At most 100, oldest version first.'),
    next_cursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
  }),
  errors: ['not_found'],
  examples: [
    {
      name: 'one version',
      request: { snippet_id: example.id },
      response: {
        data: [
          {
            template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe',
            template_name: 'Newsletter',
            locale: 'en-US',
            version_id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe',
            version_name: 'Newsletter',
            published: true,
          },
        ],
        next_cursor: null,
      },
    },
  ],
});

export const getSnippet = defineRpc({
  pattern: 'template.snippet.get.v1',
  request: z.object({ snippet_id: lookupKey }),
  response: withRevision(snippetResource),
  errors: ['not_found'],
  examples: [
    { name: 'by id', request: { snippet_id: example.id }, response: { ...example, revision: exampleRevision } },
  ],
});

/**
 * A body is only validated within the templates that use it: it may be incomplete alone, such as the opening of a
 * section.
 */
export const createSnippet = defineRpc({
  pattern: 'template.snippet.create.v1',
  request: snippetBody,
  response: withRevision(snippetResource),
  errors: ['quota_exceeded'],
  examples: [
    {
      name: 'a footer',
      request: { name: 'footer', body: '<p>Acme Inc.</p>' },
      response: { ...example, revision: exampleRevision },
    },
  ],
});

/**
 * Rebuilds every template that uses the snippet; an edit that would break one is rejected with its name
 * (docs/reference/snippets.md).
 */
export const updateSnippet = defineRpc({
  pattern: 'template.snippet.update.v1',
  request: withExpected(snippetBody.extend({ snippet_id: lookupKey })),
  response: withRevision(snippetResource),
  errors: ['not_found', 'precondition_failed', 'invalid_template', 'in_use', 'rate_limited', 'quota_exceeded'],
  timeoutMs: 30_000,
  examples: [
    {
      name: 'new text',
      request: { snippet_id: example.id, name: 'footer', body: '<p>Acme Ltd.</p>' },
      response: { ...example, body: '<p>Acme Ltd.</p>', revision: exampleRevision },
    },
  ],
});

export const deleteSnippet = defineRpc({
  pattern: 'template.snippet.delete.v1',
  request: withExpected(z.object({ snippet_id: lookupKey })),
  response: z.object({}),
  errors: ['not_found', 'precondition_failed', 'in_use'],
  examples: [{ name: 'unused', request: { snippet_id: example.id }, response: {} }],
});
