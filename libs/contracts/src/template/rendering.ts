import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty, checkTemplateDataSize, isLocale, locale, required } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { trackingChoice } from '../tracking-choice.js';
import { lookupKey, oneVersionOnly } from './templates.js';

const exampleTemplateId = 'tem_01KQV5Xx7GJ8sVJ4mB2cDe';
const exampleVersionId = 'ver_01KQV5Xx7GJ8sVJ4mB2cDe';
const exampleArtifactId = 'art_01KQV5Xx7GJ8sVJ4mB2cDe';

/** One locale of a template for a send: the chosen version and the immutable compiled artifact of its content. */
export const variant = z.object({
  locale,
  version_id: id('version'),
  version_name: z.string(),
  artifact_id: id('artifact'),
});
export type Variant = z.infer<typeof variant>;

/**
 * Called for a send before it is accepted. With `locale`: one variant, of that locale or else the default one. Without:
 * all locales with such a version, the default first, so that delivery can choose the customer's; fails if the default
 * locale has none. `recipient` decides A/B tests; `same_for_all` means that the response is the same for every recipient.
 */
export const resolveTemplate = defineRpc({
  pattern: 'template.template.resolve.v1',
  request: z.object({
    template_id: lookupKey,
    locale: optionalOrEmpty(locale),
    version_name: optionalOrEmpty(lookupKey),
    version_id: optionalOrEmpty(lookupKey),
    recipient: z.string(),
  }),
  response: z.object({
    id: id('template'),
    name: z.string(),
    variants: z.array(variant).min(1),
    tracking: trackingChoice.optional(),
    same_for_all: z.literal(true).optional(),
  }),
  errors: ['template_not_found', 'version_not_found', 'invalid_request'],
  examples: [
    {
      name: 'published version of the default locale',
      request: { template_id: exampleTemplateId, recipient: 'ada@example.com' },
      response: {
        id: exampleTemplateId,
        name: 'Receipt',
        variants: [
          { locale: 'en-US', version_id: exampleVersionId, version_name: 'Receipt', artifact_id: exampleArtifactId },
        ],
        same_for_all: true,
      },
    },
  ],
});

/**
 * A compiled version: everything possible is done at save time (MJML compiled, snippets inlined, tokens parsed).
 * Immutable under its id, so delivery can cache it forever. Opaque here; `@postrider/rendering` creates and reads it.
 */
export const artifact = z.looseObject({
  format: z.number(),
  /** The whole artifact as JSON, if it is large. Only the fields needed before rendering are also present. */
  json: z.string().optional(),
});

export const getArtifact = defineRpc({
  pattern: 'template.artifact.get.v1',
  request: z.object({
    artifact_id: lookupKey,
    /** Whether a large artifact may be returned as JSON in `json`. */
    unread: z.boolean().optional(),
  }),
  response: artifact,
  errors: ['not_found'],
  examples: [{ name: 'by id', request: { artifact_id: exampleArtifactId }, response: { format: 1 } }],
});

/** POST /render (docs/reference/render.md). */
export const renderBody = z
  .object({
    template: lookupKey.min(1, 'is required').describe('The id of the template.'),
    template_data: z
      .record(z.string(), z.unknown(), required('an object'))
      .superRefine(checkTemplateDataSize)
      .describe('The data of the template, at most 128 KB as JSON.'),
    version_id: optionalOrEmpty(lookupKey).describe('A version by its id; by default the published one.'),
    version_name: optionalOrEmpty(lookupKey).describe('A version by its name; not together with `version_id`.'),
    locale: optionalOrEmpty(
      z.string({ error: 'must be a string' }).refine(isLocale, 'must be a supported locale code, such as en-US'),
    ).describe("The locale; by default the template's."),
    strict: optionalOrEmpty(z.boolean({ error: 'must be true or false' })).describe(
      '`true`: a printed name without a value is an error.',
    ),
  })
  .superRefine(oneVersionOnly)
  .meta({ id: 'RenderBody' });

export const renderTemplate = defineRpc({
  pattern: 'template.template.render.v1',
  request: renderBody,
  response: z.object({
    template: z
      .object({
        id: id('template').describe('The id of the template.'),
        name: z.string().describe('The name of the template.'),
        version_name: z.string().describe('The name of the version.'),
        locale,
      })
      .describe('The template and version.'),
    subject: z.string().describe('The subject.'),
    html: z.string().describe('The HTML part, or empty.'),
    text: z.string().describe('The text part.'),
  }),
  errors: ['template_not_found', 'version_not_found', 'missing_template_data', 'invalid_template'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'published version',
      request: { template: exampleTemplateId, template_data: { name: 'Ada', number: 'R-1' } },
      response: {
        template: { id: exampleTemplateId, name: 'Receipt', version_name: 'Receipt', locale: 'en-US' },
        subject: 'Your receipt R-1',
        html: '<p>Hello Ada</p>',
        text: 'Hello Ada',
      },
    },
  ],
});
