import { z } from 'zod';
import { optionalOrEmpty, after, exampleRevision, pageSchema, withExpected, withRevision } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import {
  bodyRequired,
  exampleContent,
  examplePath,
  exampleTemplate,
  exampleVersion,
  hasBody,
  lookupKey,
  publish,
  savedVersion,
  templatePath,
  templateResource,
  versionContent,
  versionPath,
  versionResource,
} from './templates.js';

/** The version that publishing replaces (docs/reference/publishing.md). */
const replaces = optionalOrEmpty(
  z.string({ error: 'must be a string' }).max(100, 'must have at most 100 characters'),
).describe('The `ETag`, without quotes, of the version that you know to be published; otherwise 412.');
const maxNoteLength = 500;
const note = z
  .string({ error: 'must be a string' })
  .max(maxNoteLength, `must be at most ${maxNoteLength} characters`)
  .regex(/^[^\x00-\x1f\x7f]*$/, 'must be one line without control characters')
  .nullish()
  .describe('A note for the authors, on one line. Left out, it stays; an empty one removes it.');
const replacesDraft = { error: 'is for a version that is published', path: ['replaces'] };
/** POST .../versions (docs/reference/versions.md). */
export const versionBody = versionContent
  .extend({ note, publish: publish.describe('`true`: publish it at once.'), replaces })
  .refine(hasBody, bodyRequired)
  .refine(({ publish, replaces }) => replaces === undefined || publish === true, replacesDraft)
  .meta({ id: 'VersionBody' });
/** PUT .../versions/{id} (docs/reference/versions.md). */
export const updateVersionBody = versionContent
  .extend({
    note,
    publish: publish.describe('`false`: save a draft. With `true` or `false`, fields that are omitted are emptied.'),
    replaces,
  })
  .refine(hasBody, bodyRequired)
  .refine(({ publish, replaces }) => replaces === undefined || publish !== false, replacesDraft)
  .meta({ id: 'VersionUpdate' });

/** In pages, because a version may have several megabytes. */
export const listVersionsByPage = defineRpc({
  pattern: 'template.version.list.v2',
  request: templatePath.extend({ after }),
  response: pageSchema(versionResource),
  errors: ['not_found'],
  examples: [{ name: 'the only page', request: examplePath, response: { items: [exampleVersion] } }],
});

export const getVersion = defineRpc({
  pattern: 'template.version.get.v1',
  request: versionPath,
  response: withRevision(versionResource),
  errors: ['not_found'],
  examples: [
    {
      name: 'by id',
      request: { ...examplePath, version_id: exampleVersion.id },
      response: { ...exampleVersion, revision: exampleRevision },
    },
  ],
});

/**
 * POST .../versions: creates a draft, or publishes with `publish`; `replaces` then makes it conditional on the
 * published version (docs/reference/publishing.md).
 */
export const createVersion = defineRpc({
  pattern: 'template.version.create.v1',
  request: versionContent.extend(templatePath.shape).extend({ note, publish, replaces }),
  response: withRevision(savedVersion),
  errors: ['not_found', 'precondition_failed', 'invalid_template', 'review_required', 'rate_limited', 'quota_exceeded'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a draft',
      request: { ...examplePath, ...exampleContent },
      response: { ...exampleVersion, published: false, revision: exampleRevision },
    },
    {
      name: 'in place of what is published',
      request: { ...examplePath, ...exampleContent, publish: true },
      response: { ...exampleVersion, revision: exampleRevision },
    },
  ],
});

/**
 * PUT .../versions/{id}: replaces the content and publishes it; omitted preheader, amp_html, template_data and
 * autoescape stay (docs/reference/versions.md). With `publish`, omitted fields are emptied, and `false` saves a draft.
 */
export const updateVersion = defineRpc({
  pattern: 'template.version.update.v1',
  request: withExpected(versionContent.extend(versionPath.shape).extend({ note, publish, replaces })),
  response: withRevision(savedVersion),
  errors: [
    'not_found',
    'precondition_failed',
    'in_use',
    'invalid_template',
    'review_required',
    'rate_limited',
    'quota_exceeded',
  ],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'new content',
      request: { ...examplePath, version_id: exampleVersion.id, ...exampleContent },
      response: { ...exampleVersion, revision: exampleRevision },
    },
  ],
});

/** PUT .../versions/{id}/publish (docs/reference/publishing.md): makes it the only published version of its locale. */
export const publishVersion = defineRpc({
  pattern: 'template.version.publish.v1',
  request: withExpected(versionPath),
  response: withRevision(versionResource),
  errors: ['not_found', 'precondition_failed', 'review_required'],
  examples: [
    {
      name: 'publish',
      request: { ...examplePath, version_id: exampleVersion.id },
      response: { ...exampleVersion, revision: exampleRevision },
    },
  ],
});

/**
 * PUT .../versions/{id}/approve (docs/reference/publishing.md). Fails with `review_required` for the author of its last change.
 * The gateway lets only users approve.
 */
export const approveVersion = defineRpc({
  pattern: 'template.version.approve.v1',
  request: withExpected(versionPath),
  response: withRevision(versionResource),
  errors: ['not_found', 'precondition_failed', 'review_required'],
  examples: [
    {
      name: 'a draft',
      request: { ...examplePath, version_id: exampleVersion.id },
      response: { ...exampleVersion, published: false, approved: 1_790_000_000, revision: exampleRevision },
    },
  ],
});

/** DELETE .../versions/{id} (docs/reference/versions.md). Fails with `in_use` while it is published. */
export const deleteVersion = defineRpc({
  pattern: 'template.version.delete.v1',
  request: withExpected(versionPath),
  response: z.object({}),
  errors: ['not_found', 'precondition_failed', 'in_use'],
  examples: [{ name: 'a draft', request: { ...examplePath, version_id: exampleVersion.id }, response: {} }],
});

export const abTestBody = z
  .object({
    versions: z
      .array(
        z.object({
          id: lookupKey.describe('The id of a version of this locale.'),
          weight: z
            .int({ error: 'must be a whole number' })
            .min(1, 'must be at least 1')
            .max(1000, 'must be at most 1000')
            .describe('Its weight: its share of the recipients, relative to the others.'),
        }),
      )
      .min(2, 'must name at least 2 versions')
      .max(20, 'must name at most 20 versions')
      .describe('The versions to compare.'),
  })
  .meta({ id: 'AbTestBody' });

/**
 * PUT .../ab_test (docs/reference/publishing.md): publishes several versions; a hash of the recipient's address chooses
 * one.
 */
export const setAbTest = defineRpc({
  pattern: 'template.abtest.set.v1',
  request: withExpected(templatePath.extend(abTestBody.shape)),
  response: templateResource,
  errors: ['not_found', 'precondition_failed', 'version_not_found', 'invalid_request', 'review_required'],
  examples: [
    {
      name: 'even split',
      response: exampleTemplate,
      request: {
        ...examplePath,
        versions: [
          { id: exampleVersion.id, weight: 1 },
          { id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDf', weight: 1 },
        ],
      },
    },
  ],
});

/** DELETE .../ab_test: keeps only the version with the highest weight published. */
export const endAbTest = defineRpc({
  pattern: 'template.abtest.end.v1',
  request: withExpected(templatePath),
  response: templateResource,
  errors: ['not_found', 'precondition_failed'],
  examples: [{ name: 'keep the heaviest', request: examplePath, response: exampleTemplate }],
});
