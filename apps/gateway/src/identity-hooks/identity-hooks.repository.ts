import { Injectable } from '@nestjs/common';
import type { LimitedBy, LimitOverrides } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { SystemPool, runInTransaction } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../http/caller.js';
import { IdentityHookEntity } from './identity-hook.entity.js';

export type HookSettings = Pick<
  IdentityHookEntity,
  'name' | 'templates' | 'otherActions' | 'defaultTemplate' | 'espAccount' | 'sender' | 'projectUrl'
>;
export type NewHook = HookSettings & Pick<IdentityHookEntity, 'accountId' | 'id' | 'kind' | 'mode' | 'secrets'>;

/** A hook with what a send needs of its account. */
export interface StoredHook extends Omit<NewHook, 'name'>, Pick<Caller, 'defaultSender' | 'tracking'> {
  readonly limits: LimitOverrides | null;
  /** Unix milliseconds. */
  readonly oldSecretUntil: number | null;
}

@Injectable()
export class IdentityHooksRepository {
  private readonly counted = new CountedRows('identity_hooks');

  constructor(
    private readonly database: DataSource,
    private readonly systemPool: SystemPool,
  ) {}

  /** Oldest first. */
  list(accountId: string): Promise<IdentityHookEntity[]> {
    return this.within(accountId, (tx) => tx.find(IdentityHookEntity, { where: { accountId }, order: { id: 'ASC' } }));
  }

  find(accountId: string, id: string): Promise<IdentityHookEntity | null> {
    return this.within(accountId, (tx) => tx.findOneBy(IdentityHookEntity, { accountId, id }));
  }

  count(accountId: string): Promise<number> {
    return this.within(accountId, (tx) => tx.countBy(IdentityHookEntity, { accountId }));
  }

  /** @throws ServiceError `quota_exceeded` */
  add(hook: NewHook, limits: LimitedBy): Promise<IdentityHookEntity> {
    const { accountId, id } = hook;
    return this.counted.add(this.database.manager, { ...limits, accountId }, (tx) =>
      runInTransaction(tx, accountId, async (inside) => {
        await inside.insert(IdentityHookEntity, hook);
        return inside.findOneByOrFail(IdentityHookEntity, { accountId, id });
      }),
    );
  }

  async change(accountId: string, id: string, settings: HookSettings): Promise<IdentityHookEntity | null> {
    return this.within(accountId, async (tx) => {
      await tx.update(IdentityHookEntity, { accountId, id }, settings);
      return tx.findOneBy(IdentityHookEntity, { accountId, id });
    });
  }

  /** Replaces the secrets under a row lock, so that concurrent rotations run in turn. Null without such a hook. */
  replaceSecrets(
    accountId: string,
    id: string,
    replaced: (sealed: string) => string,
    oldSecretHours: number,
  ): Promise<IdentityHookEntity | null> {
    return this.within(accountId, async (tx) => {
      const hook = await tx.findOne(IdentityHookEntity, {
        where: { accountId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!hook) return null;
      await tx.query(
        'update identity_hooks set secrets = $3, old_secret_until = now() + make_interval(hours => $4) where account_id = $1 and id = $2',
        [accountId, id, replaced(hook.secrets), oldSecretHours],
      );
      return tx.findOneByOrFail(IdentityHookEntity, { accountId, id });
    });
  }

  async remove(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.within(accountId, (tx) => tx.delete(IdentityHookEntity, { accountId, id }));
    return affected === 1;
  }

  async noteCall(accountId: string, id: string, error: string | null): Promise<void> {
    await this.within(accountId, (tx) =>
      tx.query('update identity_hooks set last_call_at = now(), last_error = $3 where account_id = $1 and id = $2', [
        accountId,
        id,
        error,
      ]),
    );
  }

  /** Without an account, because the id in the URL determines it. */
  async findStored(id: string): Promise<StoredHook | undefined> {
    const { rows } = await this.systemPool.query<StoredHook>(
      `select h.id, h.account_id as "accountId", h.kind, h.mode, h.templates, h.other_actions as "otherActions",
         h.default_template as "defaultTemplate", h.esp_account as "espAccount", h.sender, h.project_url as "projectUrl", h.secrets,
         (extract(epoch from h.old_secret_until) * 1000)::float8 as "oldSecretUntil", a.default_sender as "defaultSender", a.tracking, a.limits
       from identity_hooks h join accounts a on a.id = h.account_id where h.id = $1`,
      [id],
    );
    return rows[0];
  }

  private within<Result>(accountId: string, work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return runInTransaction(this.database.manager, accountId, work);
  }
}
