import { id, newId, text } from '@postrider/contracts';
import { defineAction, defineCommand } from '@postrider/service';
import { z } from 'zod';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ApiKeyEntity } from '../api-keys/api-key.entity.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { newSecret, toStoredForm } from '../authentication/credentials.js';
import { keyKinds, scopes } from '../http/caller.js';
import { onGatewayDatabase } from '../database.js';

const accounts = new AccountsRepository();
const account = id('account').describe('id of the account');
const dayMs = 24 * 60 * 60 * 1000;

const expiry = z.string().transform((text, context) => {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const at = days ? Date.now() + Number(days) * dayMs : /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (at > Date.now()) return new Date(at);
  context.addIssue({ code: 'custom', message: 'must be like 90d or 2030-12-31, and in the future' });
  return z.NEVER;
});

/** `postrider keys`: needs the gateway's DATABASE_URL. */
export const keysCommand = defineCommand({
  name: 'keys',
  notes: 'An account can have several keys. To rotate a key, create another, deploy it, then revoke the first.',
  actions: {
    list: defineAction({
      about: 'lists the keys of an account that are not revoked, oldest first',
      operands: { account },
      run: (input, { print, environment }) =>
        onGatewayDatabase('keys', environment, async ({ manager }) => {
          await accounts.find(manager, input.account);
          const keys = new ApiKeysRepository(manager.getRepository(ApiKeyEntity));
          for (const key of await keys.list(input.account)) print(formatLine(key));
        }),
    }),
    create: defineAction({
      about: 'creates a key and prints it, once',
      operands: { account, name: text(255).describe('name of the key') },
      options: {
        kind: z.enum(keyKinds).default('live').meta({ description: 'live, or test: sends no email' }),
        scope: z
          .array(z.enum(scopes))
          .optional()
          .meta({ value: scopes.join('|'), description: 'scopes of the key; all if omitted' }),
        expires: expiry.optional().meta({ value: 'TIME', description: 'expiry: 90d from now, or 2030-12-31' }),
      },
      run: (input, { print, environment }) =>
        onGatewayDatabase('keys', environment, async ({ manager }) => {
          const { limits } = await accounts.find(manager, input.account);
          const secret = newSecret(input.kind);
          const key = {
            id: newId('apiKey'),
            accountId: input.account,
            kind: input.kind,
            name: input.name,
            scopes: input.scope ? [...new Set(input.scope)] : null,
            expiresAt: input.expires ?? null,
            ...toStoredForm(secret),
          };
          await new ApiKeysRepository(manager.getRepository(ApiKeyEntity)).add(key, { limits: limits ?? undefined });
          print(`Key ${key.id}\n${secret}`);
        }),
    }),
    revoke: defineAction({
      about: 'revokes keys; takes effect within 30 s',
      operands: { account, keys: z.array(id('apiKey')).min(1).describe('ids of the keys') },
      run: (input, { print, warn, environment }) =>
        onGatewayDatabase('keys', environment, async ({ manager }) => {
          const keys = new ApiKeysRepository(manager.getRepository(ApiKeyEntity));
          const unknown: string[] = [];
          for (const key of input.keys) {
            if (await keys.revoke(input.account, key)) print(`${key}  revoked`);
            else unknown.push(key);
          }
          for (const key of unknown) warn(`${key}  not a key of this account, or revoked already`);
          return unknown.length > 0 ? 1 : 0;
        }),
    }),
  },
});

const time = (label: string, at: Date | null): string[] => (at ? [`${label} ${at.toISOString()}`] : []);

const formatLine = ({ id: keyId, kind, hint, name, scopes: allowed, ...at }: ApiKeyEntity): string =>
  [
    keyId,
    kind,
    `${hint}…`,
    name,
    allowed ? allowed.join(',') : 'all scopes',
    ...time('created', at.createdAt),
    ...time(at.expiresAt && at.expiresAt.getTime() <= Date.now() ? 'expired' : 'expires', at.expiresAt),
    ...(at.lastUsedAt ? time('last used', at.lastUsedAt) : ['never used']),
  ].join('  ');
