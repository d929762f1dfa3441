import { Injectable } from '@nestjs/common';
import type { LimitedBy } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import type { EntityManager } from 'typeorm';
import { DataSource, MoreThan } from 'typeorm';
import type { WebhookContent } from './webhook.entity.js';
import { WebhookEntity } from './webhook.entity.js';

export interface Subscription {
  readonly accountId: string;
  readonly id: string;
  readonly enabled: boolean;
  readonly events: readonly string[];
  readonly format: string;
  /** Start of the subscription to these events, in Unix milliseconds. */
  readonly since: number;
}

/** State that is reset when a webhook is enabled. */
const resetState = { failingSince: null, switchedOffAt: null, missed: '0' } as const;

@Injectable()
export class WebhooksRepository {
  private readonly counted = new CountedRows('webhooks');

  constructor(private readonly database: DataSource) {}

  /** @throws ServiceError `quota_exceeded` */
  async add(
    webhook: Pick<WebhookEntity, 'accountId' | 'id' | 'secrets' | 'enabled'> & WebhookContent,
    limits: LimitedBy,
  ): Promise<WebhookEntity> {
    await this.counted.add(this.database.manager, { ...limits, accountId: webhook.accountId }, (tx) =>
      tx.insert(WebhookEntity, webhook),
    );
    return this.database.manager.findOneByOrFail(WebhookEntity, { accountId: webhook.accountId, id: webhook.id });
  }

  /** Oldest first, by id. */
  page(accountId: string, after: string, limit: number): Promise<WebhookEntity[]> {
    return this.database.manager.find(WebhookEntity, {
      where: { accountId, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  find(accountId: string, id: string): Promise<WebhookEntity | null> {
    return this.database.manager.findOneBy(WebhookEntity, { accountId, id });
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(WebhookEntity, { accountId });
  }

  /** Returns false when the webhook does not exist. `enabled` undefined: unchanged. */
  async change(accountId: string, id: string, content: WebhookContent, enabled: boolean | undefined): Promise<boolean> {
    const { affected } = await this.database.manager
      .createQueryBuilder()
      .update(WebhookEntity)
      .set({
        ...content,
        ...(enabled === undefined ? {} : { enabled }),
        ...(enabled === true ? resetState : {}),
        subscribedSince: () =>
          'case when events = :events::text[] and format = coalesce(:format::text, format) then listens_since else now() end',
      })
      .where({ accountId, id })
      .setParameters({ events: content.events, format: content.format ?? null })
      .execute();
    return affected === 1;
  }

  /**
   * Replaces the secrets under a row lock, so that concurrent rotations run in turn. Null when the webhook does not
   * exist.
   */
  replaceSecrets(
    accountId: string,
    id: string,
    replaced: (sealed: string) => string,
    oldSecretHours: number,
  ): Promise<WebhookEntity | null> {
    return this.database.transaction(async (tx) => {
      const webhook = await tx.findOne(WebhookEntity, {
        where: { accountId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!webhook) return null;
      await tx.query(
        'update webhooks set secrets = $3, old_secret_until = now() + make_interval(hours => $4) where account_id = $1 and id = $2',
        [accountId, id, replaced(webhook.secrets), oldSecretHours],
      );
      return tx.findOneBy(WebhookEntity, { accountId, id });
    });
  }

  /** Its pending deliveries are purged later. */
  async remove(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.database.manager.delete(WebhookEntity, { accountId, id });
    return affected === 1;
  }

  subscriptions(tx: EntityManager, accountIds: readonly string[]): Promise<Subscription[]> {
    return tx.query(
      `select account_id as "accountId", id, enabled, events, format,
         (extract(epoch from coalesce(listens_since, created_at)) * 1000)::float8 as since
       from webhooks where account_id = any($1)`,
      [accountIds],
    );
  }

  transaction<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }
}
