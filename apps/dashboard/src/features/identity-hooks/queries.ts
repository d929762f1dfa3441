import type { components } from '@postrider/client';
import { queryOptions } from '@tanstack/react-query';
import { unwrap, api, at } from '../../api/client.js';

type Schemas = components['schemas'];
export type Hook = Schemas['IdentityHook'];
export type HookKind = Schemas['IdentityHookKind'];
export type HookChange = Schemas['IdentityHookChange'];
export type NewHook = Schemas['IdentityHookBody'];
export type OtherActions = Hook['other_actions'];

export const hooksKey = ['identity-hooks'];

export const hooksQuery = queryOptions({
  queryKey: [...hooksKey, 'list'],
  queryFn: ({ signal }) => unwrap(api.GET('/identity_hooks', { signal })),
});

export const kindsQuery = queryOptions({
  queryKey: [...hooksKey, 'kinds'],
  queryFn: ({ signal }) => unwrap(api.GET('/identity_hook_kinds', { signal })),
  staleTime: Infinity,
});

export async function readHook(id: string, signal?: AbortSignal): Promise<Hook> {
  const { identity_hook } = await unwrap(api.GET('/identity_hooks/{id}', { ...at(id), ...(signal && { signal }) }));
  return identity_hook;
}

/** Refetch interval for the time of the last call, during the setup of the provider. */
const callsMs = 5_000;

export const hookQuery = (id: string) =>
  queryOptions({
    queryKey: [...hooksKey, id],
    queryFn: ({ signal }) => readHook(id, signal),
    refetchInterval: callsMs,
  });

/** Every field of PUT. */
export const toContent = ({
  name,
  templates,
  other_actions,
  default_template,
  esp_account,
  sender,
  project_url,
}: Hook): HookChange => ({
  name,
  templates,
  other_actions,
  ...(default_template !== undefined && { default_template }),
  ...(esp_account !== undefined && { esp_account }),
  ...(sender !== undefined && { sender }),
  ...(project_url !== undefined && { project_url }),
});

export const updateHook = (id: string, body: HookChange) =>
  unwrap(api.PUT('/identity_hooks/{id}', { ...at(id), body }));
export const deleteHook = (id: string) => unwrap(api.DELETE('/identity_hooks/{id}', at(id)));
export const rotateHookSecret = (id: string, secret?: string) =>
  unwrap(api.POST('/identity_hooks/{id}/rotate_secret', { ...at(id), body: secret === undefined ? {} : { secret } }));

/** Installs the starter templates, and returns those for the actions of a kind. */
async function readyTemplatesFor({ actions }: HookKind): Promise<Record<string, string>> {
  const { templates } = await unwrap(api.POST('/ready_templates/identity'));
  const ids = new Map<string, string>(templates.map(({ key, template }) => [key, template]));
  return Object.fromEntries(
    actions.flatMap(({ action, ready_template = '' }) => {
      const template = ids.get(ready_template);
      return template === undefined ? [] : [[action, template] as const];
    }),
  );
}

export const hasReadyTemplates = ({ actions }: HookKind): boolean =>
  actions.some(({ ready_template }) => ready_template !== undefined);

export async function createHook(kind: HookKind, body: NewHook, isReady: boolean) {
  const templates = isReady ? await readyTemplatesFor(kind) : {};
  return unwrap(api.POST('/identity_hooks', { body: { ...body, templates } }));
}

/** Sets the starter template of each action without a template. */
export async function setReadyTemplates(id: string, kind: HookKind): Promise<unknown> {
  const ready = await readyTemplatesFor(kind);
  const content = toContent(await readHook(id));
  return updateHook(id, { ...content, templates: { ...ready, ...content.templates } });
}
