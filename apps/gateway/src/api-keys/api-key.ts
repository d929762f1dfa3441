import { optionalOrEmpty, id, text, timestamp, toTimestamp } from '@postrider/contracts';
import { z } from 'zod';
import { keyKinds, scopes } from '../http/caller.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** POST /api_keys (docs/reference/api-keys.md). Without `scopes` the key has all of them; `expires` is Unix seconds. */
export const apiKeyBody = z
  .object({
    kind: z
      .enum(keyKinds, { error: `must be ${keyKinds.join(' or ')}` })
      .describe('A test key works like a live key and sends nothing.'),
    name: text(255).describe('The name.'),
    scopes: optionalOrEmpty(
      z
        .array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }), {
          error: 'must be an array of scopes',
        })
        .min(1, 'must name at least one scope'),
    ).describe('What the key can do; without them, everything.'),
    expires: optionalOrEmpty(timestamp.refine((at) => at > Date.now() / 1000, 'must be in the future')).describe(
      'When the key stops working, in Unix seconds.',
    ),
  })
  .meta({ id: 'ApiKeyBody' });
export type ApiKeyBody = z.output<typeof apiKeyBody>;

/** A key without its secret; `hint` is the start of it. Timestamps are Unix seconds; `last_used` is to the minute. */
export const apiKeyResource = z
  .object({
    object: z.literal('api_key'),
    id: id('apiKey').describe('Its id.'),
    kind: z.enum(keyKinds).describe('A test key works like a live key and sends nothing.'),
    name: z.string().describe('The name.'),
    hint: z.string().describe('The start of the secret.'),
    created: timestamp,
    scopes: z.array(z.enum(scopes)).optional().describe('What it can do; without them, everything.'),
    expires: timestamp.optional().describe('When it stops working.'),
    last_used: timestamp.optional().describe('When it was last used, to the minute.'),
  })
  .meta({ id: 'ApiKey', description: 'A key without its secret.' });
export type ApiKeyResource = z.output<typeof apiKeyResource>;

/** The only response that contains the secret. */
export const newApiKeyResource = apiKeyResource
  .extend({ secret: z.string().describe('The key. It is shown only here.') })
  .meta({ id: 'NewApiKey', description: 'A key with its secret.' });
export type NewApiKeyResource = z.output<typeof newApiKeyResource>;

export const toApiKeyResource = (key: ApiKeyEntity): ApiKeyResource => ({
  object: 'api_key',
  id: key.id,
  kind: key.kind,
  name: key.name,
  hint: key.hint,
  created: toTimestamp(key.createdAt),
  ...(key.scopes ? { scopes: key.scopes } : {}),
  ...(key.expiresAt ? { expires: toTimestamp(key.expiresAt) } : {}),
  ...(key.lastUsedAt ? { last_used: toTimestamp(key.lastUsedAt) } : {}),
});
