import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { internalKey, searchTemplates, sendBody, ServiceError } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../http/caller.js';
import type { StoredHook } from '../identity-hooks/identity-hooks.repository.js';
import { SendService } from '../send/send.service.js';
import { chooseLocale } from './languages.js';
import type { HookCall, HookMail, OriginalMail } from './readers/hook-call.js';

/** How a repeated call is recognized: by its id, with the hash of its body. */
interface Repetition {
  readonly id: string;
  readonly hash: string;
}

/** How long the locales of a template are cached. */
const cacheMs = 20_000;

/** Links in these emails work once, and must lead to the identity provider directly. */
const tracking = { opens: false, clicks: false };

/** Sends the emails of a call: all of them, or the call is repeated and sends those that are missing. */
@Injectable()
export class HookMailsService {
  private readonly locales = new LRUCache<string, readonly string[], RequestContext & { readonly template: string }>({
    max: 10_000,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { template, ...context } }) => this.findLocales(context, template),
  });

  constructor(
    private readonly services: ContractClient,
    private readonly sends: SendService,
  ) {}

  /** Resolves to the ids of the logs after the emails are committed. @throws ServiceError */
  async send(
    context: RequestContext,
    caller: Caller,
    hook: StoredHook,
    { action, mails }: HookCall,
    repetition: Repetition | undefined,
  ): Promise<string[]> {
    const receipts: string[] = [];
    const sender_name = (hook.sender ?? caller.defaultSender)?.name ?? '';
    for (const [position, mail] of mails.entries()) {
      const content = contentFor(hook, action, mail);
      if (content === undefined) continue;
      const template = 'template' in content ? content.template : undefined;
      const available = template === undefined ? [] : await this.availableLocales(context, template);
      const parsed = sendBody.safeParse({
        ...content,
        recipient: { address: mail.to },
        ...('template' in content && { template_data: { ...mail.data, sender_name } }),
        tags: [action],
        tracking,
        ...(hook.sender && { sender: hook.sender }),
        ...(hook.espAccount !== null && { esp_account: hook.espAccount }),
        locale: chooseLocale(mail.languages, available),
      });
      if (!parsed.success) throw ServiceError.invalid(parsed.error);
      const idempotent = repetition === undefined ? {} : buildIdempotency(hook.id, repetition, position);
      receipts.push((await this.sends.send(context, caller, parsed.data, idempotent)).receipt_id);
    }
    return receipts;
  }

  private async availableLocales(context: RequestContext, template: string): Promise<readonly string[]> {
    const key = `${context.accountId} ${template}`;
    return (await this.locales.fetch(key, { context: { ...context, template } })) ?? [];
  }

  /** Those with a published version, the default locale first. */
  private async findLocales(context: RequestContext, template: string): Promise<readonly string[]> {
    const { data } = await this.services.call(searchTemplates, context, { q: template, count: 100 });
    const found = data.find(({ id }) => id === template);
    return found?.locales.filter(({ published }) => published > 0).map(({ locale }) => locale) ?? [];
  }
}

type Content = { readonly template: string } | OriginalMail;

/** Undefined if nothing is sent. @throws ServiceError `invalid_request` for an action that is rejected */
function contentFor(hook: StoredHook, action: string, { original }: HookMail): Content | undefined {
  const template = Object.hasOwn(hook.templates, action) ? hook.templates[action] : undefined;
  if (template !== undefined) return { template };
  if (hook.otherActions === 'default' && hook.defaultTemplate !== null) return { template: hook.defaultTemplate };
  if (hook.otherActions === 'original' && original) return original;
  if (hook.otherActions === 'ignore') return undefined;
  throw new ServiceError('invalid_request', `The identity hook has no template for the action ${action}`);
}

const buildIdempotency = (hookId: string, { id, hash: request_hash }: Repetition, position: number) => ({
  idempotency: { key: internalKey('hook', hash('sha256', JSON.stringify([hookId, id, position]))), request_hash },
});
