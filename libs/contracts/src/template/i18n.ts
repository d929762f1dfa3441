import { z } from 'zod';
import { defineRpc } from '../rpc.js';
import { lookupKey } from './templates.js';

/** GET /i18n/pot/{tag}: the gettext template of all templates with the tag. */
export const getPot = defineRpc({
  pattern: 'template.i18n.pot.v1',
  request: z.object({ tag: lookupKey }),
  response: z.object({ pot: z.string() }),
  errors: ['not_found'],
  timeoutMs: 15_000,
  examples: [{ name: 'by tag', request: { tag: 'billing' }, response: { pot: 'msgid ""\nmsgstr ""\n' } }],
});

/** POST /i18n/po/{tag}: a zip of `<locale>.po` files in base64; one transaction for all templates with the tag. */
export const putPo = defineRpc({
  pattern: 'template.i18n.po.v1',
  request: z.object({ tag: lookupKey, zip: z.string() }),
  response: z.object({}),
  errors: ['not_found', 'invalid_request', 'invalid_template', 'review_required', 'rate_limited', 'quota_exceeded'],
  timeoutMs: 60_000,
  examples: [
    { name: 'an empty archive', request: { tag: 'billing', zip: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==' }, response: {} },
  ],
});
