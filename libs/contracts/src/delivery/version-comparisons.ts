import { z } from 'zod';
import { id } from '../ids.js';
import { optionalOrEmpty } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { versionPath } from '../template/templates.js';

const count = (what: string) => z.int().min(0).describe(`How many of them ${what}.`);
const group = {
  mails: z.int().min(1).describe('The number of these emails.'),
  log_ids: z.array(id('log')).describe('The logs of the three newest emails.'),
};

/** POST .../versions/{id}/shadow (docs/reference/publishing.md). */
export const versionComparisonBody = z
  .object({
    limit: optionalOrEmpty(
      z.int({ error: 'must be from 1 to 500' }).min(1, 'must be from 1 to 500').max(500, 'must be from 1 to 500'),
    ).describe('The number of emails, 200 by default.'),
    cursor: optionalOrEmpty(id('log')).describe('`next_cursor` of the previous page.'),
  })
  .meta({ id: 'VersionComparisonBody' });

export const compareVersion = defineRpc({
  pattern: 'delivery.version.compare.v1',
  request: versionPath.extend(versionComparisonBody.shape),
  response: z
    .object({
      published_version: id('version')
        .optional()
        .describe('The version to compare with: the published version of the locale, if there is one.'),
      mails: z.int().min(0).describe('The number of emails that were rendered.'),
      changed: count('differ'),
      failed: count('cannot be rendered with this version'),
      clipped: count('Gmail clips only with this version, because their HTML exceeds 102 KB'),
      changes: z
        .array(
          z.object({
            part: z.enum(['subject', 'html', 'text', 'amp_html']).describe('The part that differs.'),
            before: z.string().describe('The start of the difference in the published version; data by its name.'),
            after: z.string().describe('The same line in this version.'),
            ...group,
          }),
        )
        .describe('Groups of equal differences, the most frequent first; at most 50.'),
      failures: z
        .array(z.object({ message: z.string().describe('The reason why these emails cannot be rendered.'), ...group }))
        .describe('Groups of equal failures, the most frequent first; at most 20.'),
      next_cursor: z.string().nullable().describe('The `cursor` of older emails; null when there are none.'),
    })
    .meta({ id: 'VersionComparison', description: 'How emails differ between two versions.' }),
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a receipt',
      request: { template_id: 'tem_01KQV5Xx7GJ8sVJ4mB2cDe', version_id: 'ver_01KQV5Xx7GJ8sVJ4mB2cDe', limit: 2 },
      response: {
        published_version: 'ver_01KQV5Xx7GJ8sVJ4mB2cDf',
        mails: 2,
        changed: 2,
        failed: 0,
        clipped: 0,
        changes: [
          {
            part: 'subject',
            before: 'Your receipt {{number}}',
            after: 'Thank you, {{name}}',
            mails: 2,
            log_ids: ['log_01KQV5Xx7GJ8sVJ4mB2cDf', 'log_01KQV5Xx7GJ8sVJ4mB2cDe'],
          },
        ],
        failures: [],
        next_cursor: null,
      },
    },
  ],
});
