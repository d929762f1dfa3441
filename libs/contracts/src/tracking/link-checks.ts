import { z } from 'zod';
import { text } from '../primitives.js';
import { defineRpc } from '../rpc.js';
import { isEndpointUrl } from './webhooks.js';

/** Links of one check (docs/operate/limits.md#templates-and-rendering). */
export const maxCheckedLinks = 20;

const link = text(2048).refine(
  (url) => isEndpointUrl(url.split('#', 1)[0]!),
  'must be an http:// or https:// address without a user name and a password',
);

/** POST /links/check (docs/reference/drafts.md): whether links respond. */
export const checkLinks = defineRpc({
  pattern: 'tracking.link.check.v1',
  request: z.object({
    urls: z
      .array(link, { error: 'must be an array of addresses' })
      .min(1, 'must have at least one address')
      .max(maxCheckedLinks, `must have at most ${maxCheckedLinks} addresses`)
      .describe(`The links, at most ${maxCheckedLinks}.`),
  }),
  response: z.object({
    links: z
      .array(
        z
          .object({
            url: z.string().describe('The link.'),
            works: z.boolean().describe('Whether it responded with a status below 400.'),
            message: z.string().describe('The status, or the reason why there is none.'),
          })
          .meta({ id: 'CheckedLink', description: 'Whether a link responds.' }),
      )
      .describe('In the order of `urls`.'),
  }),
  errors: ['rate_limited'],
  timeoutMs: 15_000,
  examples: [
    {
      name: 'a host that does not exist',
      request: { urls: ['https://acme.invalid/orders'] },
      response: { links: [{ url: 'https://acme.invalid/orders', works: false, message: 'Host name not found (DNS)' }] },
    },
  ],
});
