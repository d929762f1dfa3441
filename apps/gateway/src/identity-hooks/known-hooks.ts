import { Injectable, Logger } from '@nestjs/common';
import { FairQueue } from '@postrider/concurrency';
import { unavailable } from '@postrider/messaging';
import { LRUCache } from 'lru-cache';
import { HookVault } from './hook-secrets.js';
import type { HookSecrets } from './hook-secrets.js';
import type { StoredHook } from './identity-hooks.repository.js';
import { IdentityHooksRepository } from './identity-hooks.repository.js';

/** A change holds at once in this process, within this time in the others. */
const cacheMs = 20_000;
/** Bounds the cost of calls with made-up ids. */
const maxLookups = 4;
/** Minimum time between two updates of a hook's last outcome. */
const recordMs = 5_000;
const maxErrorLength = 300;

export type KnownHook = StoredHook & { readonly known: HookSecrets };

/** Finds the hook of a call, and records the outcome of the call. */
@Injectable()
export class KnownHooks {
  private readonly logger = new Logger('IdentityHooks');
  private readonly hooks = new LRUCache<string, KnownHook | 'none'>({
    max: 10_000,
    ttl: cacheMs,
    ignoreFetchAbort: true,
    fetchMethod: (id) => this.lookups.run(() => this.load(id)),
  });
  private readonly lookups = new FairQueue({ capacity: maxLookups });
  private readonly recent = new LRUCache<string, true>({ max: 10_000, ttl: recordMs });

  constructor(
    private readonly repository: IdentityHooksRepository,
    private readonly vault: HookVault,
  ) {}

  /** @throws ServiceError `unavailable` */
  async find(id: string): Promise<KnownHook | undefined> {
    const found = await this.hooks.fetch(id);
    return found === 'none' ? undefined : found;
  }

  evict(id: string): void {
    this.hooks.delete(id);
  }

  /** Not awaited: an email that was accepted must not fail because of it. */
  recordOutcome({ accountId, id }: StoredHook, error: string | undefined): void {
    if (this.recent.has(id)) return;
    this.recent.set(id, true);
    this.repository
      .noteCall(accountId, id, error?.slice(0, maxErrorLength) ?? null)
      .catch((thrown: unknown) => this.logger.warn({ err: thrown, hook: id }, 'cannot record the call of a hook'));
  }

  private async load(id: string): Promise<KnownHook | 'none'> {
    try {
      const hook = await this.repository.findStored(id);
      if (!hook) return 'none';
      const secrets = this.vault.open(hook.secrets, { accountId: hook.accountId, rowId: id });
      return { ...hook, known: JSON.parse(secrets) as HookSecrets };
    } catch (error) {
      this.logger.error({ err: error, hook: id }, 'cannot load an identity hook');
      throw unavailable('The identity hook cannot be checked', 'login_unchecked');
    }
  }
}
