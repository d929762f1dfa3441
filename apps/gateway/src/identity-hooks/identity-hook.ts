import { optionalOrEmpty, optionalOrEmptyObject, id, sender, text, timestamp, toTimestamp } from '@postrider/contracts';
import { z } from 'zod';
import { keyKinds } from '../http/caller.js';
import type { IdentityHookEntity } from './identity-hook.entity.js';
import { identityHookKinds, kinds, otherActions } from './kinds.js';

const maxActions = 64;
const templateId = id('template');

const templates = z
  .record(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be the name of an action'),
    z.string({ error: 'must be the id of a template' }).pipe(templateId),
    { error: 'must be an object of template ids by action' },
  )
  .refine((given) => Object.keys(given).length <= maxActions, `must hold at most ${maxActions} actions`);

const projectUrl = z
  .string({ error: 'must be a string' })
  .max(255, 'must be at most 255 characters')
  .refine(isBaseUrl, 'must be the URL of the project, such as https://abcdefgh.supabase.co')
  .transform((url) => url.replace(/\/$/, '').replace(/\/auth\/v1$/, ''));

function isBaseUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

const fields = {
  name: text(255).describe('The name.'),
  templates: optionalOrEmpty(templates).describe(
    'The template of each action, by its id; the actions of a kind are at `GET /identity_hook_kinds`.',
  ),
  other_actions: optionalOrEmpty(z.enum(otherActions, { error: `must be one of ${otherActions.join(', ')}` })).describe(
    'What happens to an action without a template: `refuse` it with an error; `ignore` it and send nothing; send the ' +
      '`default` template; or send the `original` email of the provider (Auth0 and Clerk). By default `original` ' +
      'where it is possible, else `refuse`.',
  ),
  default_template: optionalOrEmpty(templateId).describe('The template for `"other_actions": "default"`.'),
  esp_account: optionalOrEmpty(id('espAccount')).describe(
    'The ESP account to send through; by default the default one.',
  ),
  sender: optionalOrEmptyObject(sender).describe(
    'The sender; by default that of the ESP account, else of the account.',
  ),
  project_url: optionalOrEmpty(projectUrl).describe(
    'Supabase only, and required there: the URL of the project, to which the links in emails lead.',
  ),
};

const secret = optionalOrEmpty(
  z
    .string({ error: 'must be a string' })
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 printable characters without spaces'),
).describe(
  'A secret of your own; generated if omitted. For Clerk, the signing secret of its endpoint (`whsec_…`); for ' +
    'Supabase, `v1,whsec_` and at least 24 bytes in base64.',
);

type Given = { readonly other_actions?: string | undefined; readonly default_template?: string | undefined };
const needsDefault = ({ other_actions, default_template }: Given): boolean =>
  other_actions !== 'default' || default_template !== undefined;
const defaultRequired = { error: 'is required with "other_actions": "default"', path: ['default_template'] };

/** PUT /identity_hooks/{id} (docs/reference/identity-hooks.md). Kind, mode and secret stay. */
export const identityHookChange = z
  .object(fields)
  .refine(needsDefault, defaultRequired)
  .meta({ id: 'IdentityHookChange' });
export type IdentityHookChange = z.output<typeof identityHookChange>;

/** POST /identity_hooks (docs/reference/identity-hooks.md). */
export const identityHookBody = z
  .object({
    kind: z
      .enum(identityHookKinds, { error: `must be one of ${identityHookKinds.join(', ')}` })
      .describe('The identity provider.'),
    mode: optionalOrEmpty(z.enum(keyKinds, { error: `must be ${keyKinds.join(' or ')}` })).describe(
      'A `test` hook works like a `live` one and sends nothing. By default that of the API key.',
    ),
    ...fields,
    secret,
  })
  .refine(needsDefault, defaultRequired)
  .meta({ id: 'IdentityHookBody' });
export type IdentityHookBody = z.output<typeof identityHookBody>;

/** POST /identity_hooks/{id}/rotate_secret. */
export const rotationBody = z.object({ secret }).meta({ id: 'IdentityHookRotation' });

export const identityHookResource = z
  .object({
    object: z.literal('identity_hook'),
    id: id('identityHook').describe('Its id.'),
    kind: z.enum(identityHookKinds).describe('The identity provider.'),
    mode: z.enum(keyKinds).describe('A `test` hook works like a `live` one and sends nothing.'),
    name: z.string().describe('The name.'),
    url: z.string().describe('The URL that the provider calls.'),
    created: timestamp,
    templates: z.record(z.string(), z.string()).describe('The template of each action.'),
    other_actions: z.enum(otherActions).describe('What happens to an action without a template.'),
    default_template: z.string().optional().describe('The template for `"other_actions": "default"`.'),
    esp_account: z.string().optional().describe('The ESP account to send through.'),
    sender: sender.optional(),
    project_url: z.string().optional().describe('The URL of the Supabase project.'),
    old_secret_until: timestamp.optional().describe('Until when the previous secret is accepted too.'),
    last_call: timestamp.optional().describe('When the provider last called, to a few seconds.'),
    last_error: z.string().optional().describe('Why that call was refused; absent if it was not.'),
  })
  .meta({ id: 'IdentityHook', description: 'A URL for the emails of an identity provider.' });
export type IdentityHookResource = z.output<typeof identityHookResource>;

/** The responses that contain the secret. */
export const hookWithSecret = {
  identity_hook: identityHookResource,
  secret: z.string().describe('The secret. It is shown only here.'),
};

export const toIdentityHook = (
  hook: IdentityHookEntity,
  publicUrl: string,
  now = Date.now(),
): IdentityHookResource => ({
  object: 'identity_hook',
  id: hook.id,
  kind: hook.kind,
  mode: hook.mode,
  name: hook.name,
  url: `${publicUrl}/hooks/${hook.kind}/${hook.id}`,
  created: toTimestamp(hook.createdAt),
  templates: hook.templates,
  other_actions: hook.otherActions,
  ...(hook.defaultTemplate !== null && { default_template: hook.defaultTemplate }),
  ...(hook.espAccount !== null && { esp_account: hook.espAccount }),
  ...(hook.sender !== null && { sender: hook.sender }),
  ...(hook.projectUrl !== null && { project_url: hook.projectUrl }),
  ...(hook.oldSecretUntil !== null &&
    hook.oldSecretUntil.getTime() > now && { old_secret_until: toTimestamp(hook.oldSecretUntil) }),
  ...(hook.lastCallAt !== null && { last_call: toTimestamp(hook.lastCallAt) }),
  ...(hook.lastError !== null && { last_error: hook.lastError }),
});

/** GET /identity_hook_kinds. */
export const kindResource = z
  .object({
    kind: z.enum(identityHookKinds).describe('The kind.'),
    provider: z.string().describe('The name of the provider.'),
    original: z.boolean().describe('Whether `"other_actions": "original"` is possible.'),
    actions: z
      .array(
        z.object({
          action: z.string().describe('The name of the action, as the provider writes it.'),
          ready_template: z.string().optional().describe('The ready template for it, by its key.'),
        }),
      )
      .describe('The documented actions.'),
  })
  .meta({ id: 'IdentityHookKind', description: 'An identity provider.' });

export const kindResources: z.output<typeof kindResource>[] = identityHookKinds.map((kind) => ({
  kind,
  provider: kinds[kind].provider,
  original: kinds[kind].original,
  actions: Object.entries(kinds[kind].actions).map(([action, ready]) => ({
    action,
    ...(ready !== null && { ready_template: ready }),
  })),
}));
