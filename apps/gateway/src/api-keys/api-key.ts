import { absentable, text, timestamp } from '@postrider/contracts';
import { z } from 'zod';
import { keyKinds, scopes } from '../authentication/caller.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** POST /api_keys (API.md section 10). Without `scopes` the key may do everything; `expires` is Unix seconds. */
export const apiKeyBody = z.object({
  kind: z.enum(keyKinds, { error: `must be ${keyKinds.join(' or ')}` }),
  name: text(255),
  scopes: absentable(z.array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }), { error: 'must be an array of scopes' }).min(1, 'must name at least one scope')),
  expires: absentable(timestamp.refine((at) => at > Date.now() / 1000, 'must be in the future').refine((at) => at < 253_402_300_800, 'must be before the year 10000')),
});
export type ApiKeyBody = z.output<typeof apiKeyBody>;

/** A key as it is shown: `hint` is how its secret begins. Timestamps are Unix seconds; `last_used` is to the minute. */
export interface ApiKeyResource {
  readonly object: 'api_key';
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly hint: string;
  readonly created: number;
  readonly scopes?: readonly string[];
  readonly expires?: number;
  readonly last_used?: number;
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

export const toApiKeyResource = ({ id, kind, name, hint, createdAt, scopes: allowed, expiresAt, lastUsedAt }: ApiKeyEntity): ApiKeyResource => ({
  object: 'api_key', id, kind, name, hint, created: seconds(createdAt),
  ...(allowed ? { scopes: allowed } : {}),
  ...(expiresAt ? { expires: seconds(expiresAt) } : {}),
  ...(lastUsedAt ? { last_used: seconds(lastUsedAt) } : {}),
});
