import { Inject, Injectable } from '@nestjs/common';
import type { FieldError, RequestContext } from '@postrider/contracts';
import { findTemplates, getEspAccount, newId, ServiceError, notFound } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { GatewayConfig } from '../config.js';
import { publicUrl } from '../config.js';
import type { Caller } from '../http/caller.js';
import type { HookSecrets } from './hook-secrets.js';
import { HookVault, newHookSecret, secretProblem } from './hook-secrets.js';
import type { IdentityHookEntity } from './identity-hook.entity.js';
import type { IdentityHookBody, IdentityHookChange, IdentityHookResource } from './identity-hook.js';
import { toIdentityHook } from './identity-hook.js';
import type { HookSettings } from './identity-hooks.repository.js';
import { IdentityHooksRepository } from './identity-hooks.repository.js';
import type { IdentityHookKind } from './kinds.js';
import { kinds } from './kinds.js';
import { KnownHooks } from './known-hooks.js';

type WithSecret = { readonly identity_hook: IdentityHookResource; readonly secret: string };

/** Hours for which the previous secret is accepted too. */
const oldSecretHours = 24;

/** Manages the identity hooks of an account (docs/reference/identity-hooks.md). */
@Injectable()
export class IdentityHooksService {
  private readonly publicUrl: string;

  constructor(
    private readonly hooks: IdentityHooksRepository,
    private readonly services: ContractClient,
    private readonly vault: HookVault,
    private readonly known: KnownHooks,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.publicUrl = publicUrl(config);
  }

  async list({ accountId }: RequestContext): Promise<IdentityHookResource[]> {
    return (await this.hooks.list(accountId)).map((hook) => this.toResource(hook));
  }

  async get({ accountId }: RequestContext, id: string): Promise<IdentityHookResource> {
    return this.toResource(await this.findOrFail(accountId, id));
  }

  async create(context: RequestContext, caller: Caller, body: IdentityHookBody): Promise<WithSecret> {
    const { kind, mode = caller.kind } = body;
    rejectTestOverLive(caller, mode);
    const secret = this.checkedSecret(kind, body.secret);
    const settings = await this.checkSettings(context, kind, body);
    const { accountId } = context;
    const id = newId('identityHook');
    const secrets = this.vault.seal(JSON.stringify({ current: secret }), { accountId, rowId: id });
    const hook = await this.hooks.add({ accountId, id, kind, mode, secrets, ...settings }, caller);
    return { identity_hook: this.toResource(hook), secret };
  }

  async update(
    context: RequestContext,
    caller: Caller,
    id: string,
    change: IdentityHookChange,
  ): Promise<IdentityHookResource> {
    const { accountId } = context;
    const { kind } = await this.findChangeable(caller, accountId, id);
    const settings = await this.checkSettings(context, kind, change);
    const hook = (await this.hooks.change(accountId, id, settings)) ?? notFound('Identity hook');
    this.known.evict(id);
    return this.toResource(hook);
  }

  async delete({ accountId }: RequestContext, caller: Caller, id: string): Promise<void> {
    await this.findChangeable(caller, accountId, id);
    await this.hooks.remove(accountId, id);
    this.known.evict(id);
  }

  /** @throws ServiceError `in_use` if a hook of the account sends the template */
  async rejectUsed({ accountId }: RequestContext, templateId: string): Promise<void> {
    const names = (await this.hooks.list(accountId))
      .filter(({ templates, defaultTemplate }) => [...Object.values(templates), defaultTemplate].includes(templateId))
      .map(({ name }) => `"${name}"`);
    if (names.length === 0) return;
    const users =
      names.length === 1 ? `the identity hook ${names[0]} uses` : `the identity hooks ${names.join(', ')} use`;
    throw new ServiceError('in_use', `The template cannot be deleted: ${users} it`);
  }

  /** At most two secrets are valid: an older one ends with the rotation. */
  async rotateSecret(
    { accountId }: RequestContext,
    caller: Caller,
    id: string,
    chosen: string | undefined,
  ): Promise<WithSecret> {
    const { kind } = await this.findChangeable(caller, accountId, id);
    const secret = this.checkedSecret(kind, chosen);
    const owner = { accountId, rowId: id };
    const replaced = (sealed: string): string => {
      const { current } = JSON.parse(this.vault.open(sealed, owner)) as HookSecrets;
      return this.vault.seal(JSON.stringify({ current: secret, old: current } satisfies HookSecrets), owner);
    };
    const hook =
      (await this.hooks.replaceSecrets(accountId, id, replaced, oldSecretHours)) ?? notFound('Identity hook');
    this.known.evict(id);
    return { identity_hook: this.toResource(hook), secret };
  }

  private toResource(hook: IdentityHookEntity): IdentityHookResource {
    return toIdentityHook(hook, this.publicUrl);
  }

  private async findOrFail(accountId: string, id: string): Promise<IdentityHookEntity> {
    return (await this.hooks.find(accountId, id)) ?? notFound('Identity hook');
  }

  private async findChangeable(caller: Caller, accountId: string, id: string): Promise<IdentityHookEntity> {
    const hook = await this.findOrFail(accountId, id);
    rejectTestOverLive(caller, hook.mode);
    return hook;
  }

  private checkedSecret(kind: IdentityHookKind, chosen: string | undefined): string {
    const problem = chosen === undefined ? undefined : secretProblem(kind, chosen);
    if (problem !== undefined) throw ServiceError.invalidField('secret', problem);
    return chosen ?? newHookSecret(kind);
  }

  /** @throws ServiceError `invalid_request` that names templates and ESP accounts the account does not have */
  private async checkSettings(
    context: RequestContext,
    kind: IdentityHookKind,
    body: IdentityHookChange,
  ): Promise<HookSettings> {
    const { name, templates = {}, default_template, esp_account, sender, project_url } = body;
    const { original, provider } = kinds[kind];
    const other_actions = body.other_actions ?? (original ? 'original' : 'refuse');
    const problems: FieldError[] = [];
    const reject = (field: string, message: string): unknown => problems.push({ field, message });
    if (kind === 'supabase' && project_url === undefined) reject('project_url', 'is required for Supabase');
    if (kind !== 'supabase' && project_url !== undefined) reject('project_url', 'is only for Supabase');
    if (other_actions === 'original' && !original)
      reject('other_actions', `must not be original: ${provider} sends no finished email`);
    const used = Object.entries(templates).map(([action, id]) => ({ field: `templates.${action}`, id }));
    if (default_template !== undefined) used.push({ field: 'default_template', id: default_template });
    const existing = await this.existingTemplates(context, [...new Set(used.map(({ id }) => id))]);
    for (const { field, id } of used) if (!existing.has(id)) reject(field, 'is not a template of this account');
    if (esp_account !== undefined && !(await this.hasEspAccount(context, esp_account)))
      reject('esp_account', 'is not an ESP account of this account');
    if (problems.length > 0) throw ServiceError.invalidFields(problems);
    return {
      name,
      templates,
      otherActions: other_actions,
      defaultTemplate: default_template ?? null,
      espAccount: esp_account ?? null,
      sender: sender ?? null,
      projectUrl: project_url ?? null,
    };
  }

  private async existingTemplates(context: RequestContext, ids: string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.services.call(findTemplates, context, { template_ids: ids });
    return new Set(found.map(({ id }) => id));
  }

  private async hasEspAccount(context: RequestContext, id: string): Promise<boolean> {
    try {
      await this.services.call(getEspAccount, context, { esp_id: id });
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return false;
      throw error;
    }
  }
}

function rejectTestOverLive(caller: Caller, mode: Caller['kind']): void {
  if (caller.kind === 'test' && mode === 'live')
    throw new ServiceError('forbidden', 'A test key cannot create or change live identity hooks');
}
