import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { logEventRecorded, messageEnded, alertEmailTag } from '@postrider/contracts';
import type { EventBatch } from '@postrider/messaging';
import { SystemPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { AlertNotificationEntity } from './alert-notification.entity.js';
import type { NotificationText } from './notification-texts.js';

/** Waits before further attempts; after the last one a notification has failed. */
const retryDelaySeconds = [30, 120, 600, 3_600];
/** Longer than any attempt takes. */
const leaseSeconds = 60;

export type NewNotification = Pick<
  AlertNotificationEntity,
  'accountId' | 'id' | 'alertId' | 'channel' | 'address' | 'test' | 'content'
> &
  Partial<Pick<AlertNotificationEntity, 'outcome' | 'message'>>;

/** A notification leased by this process, or by a gateway. */
export interface LeasedNotification {
  readonly accountId: string;
  readonly id: string;
  readonly alertId: string;
  readonly lease: string;
  readonly address: string | null;
  readonly content: NotificationText;
  readonly language: string;
  /** Encrypted; null if the alert has another channel by now. */
  readonly slackUrl: string | null;
}

export interface NotificationResult {
  readonly accountId: string;
  readonly id: string;
  readonly lease: string;
  /** Why it is tried again. */
  readonly error?: string | undefined;
  readonly logId?: string | undefined;
}

/** The last notification of an alert to an address, or to its other channel. */
export type LastNotification = Pick<
  AlertNotificationEntity,
  'alertId' | 'channel' | 'address' | 'outcome' | 'message' | 'createdAt'
>;

/** Reported events of an email that did not arrive, or that its recipient does not want. */
const failures: readonly string[] = ['bounced', 'dropped', 'reported_as_spam'];

@Injectable()
export class NotificationsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly systemPool: SystemPool,
  ) {}

  /** Those without an outcome are due at once. */
  async add(tx: EntityManager, notifications: readonly NewNotification[]): Promise<void> {
    await tx.insert(
      AlertNotificationEntity,
      notifications.map((notification) => ({
        ...notification,
        createdAt: () => 'now()',
        ...(notification.outcome === undefined && { dueAt: () => 'now()' }),
      })),
    );
  }

  /** Notifications of the account in the last hour, counted up to `limit`. */
  async countRecent(tx: EntityManager, accountId: string, limit: number): Promise<number> {
    const [{ recent }] = await tx.query<[{ recent: number }]>(
      `select count(*)::int as recent from (
         select from alert_notifications where account_id = $1 and created_at > now() - interval '1 hour' limit $2) as counted`,
      [accountId, limit],
    );
    return recent;
  }

  last(tx: EntityManager, accountId: string, alertIds: readonly string[]): Promise<LastNotification[]> {
    return tx.query(
      `select distinct on (alert_id, channel, address) alert_id as "alertId", channel, address, outcome, message, created_at as "createdAt"
       from alert_notifications where account_id = $1 and alert_id = any($2::text[]) order by alert_id, channel, address, id desc`,
      [accountId, alertIds],
    );
  }

  findLast(accountId: string, alertIds: readonly string[]): Promise<LastNotification[]> {
    return this.last(this.database.manager, accountId, alertIds);
  }

  /** Pending notifications of an alert are not sent. */
  async cancel(tx: EntityManager, accountId: string, alertId: string): Promise<void> {
    await tx.query(
      `update alert_notifications set due_at = null, lease = null, outcome = 'cancelled'
       where account_id = $1 and alert_id = $2 and due_at is not null`,
      [accountId, alertId],
    );
  }

  async hasDue(channel: string): Promise<boolean> {
    const { rows } = await this.systemPool.query<{ due: boolean }>({
      name: 'has-due-notifications',
      text: 'select exists (select from alert_notifications where channel = $1 and due_at <= now()) as due',
      values: [channel],
    });
    return rows[0]!.due;
  }

  /** `mailAccountId` is the account that sends emails; their later events belong to it. */
  async claim(channel: string, limit: number, mailAccountId?: string): Promise<LeasedNotification[]> {
    const { rows } = await this.systemPool.query<LeasedNotification>({
      name: 'claim-notifications',
      text: `with due as (
               select account_id, id from alert_notifications where channel = $1 and due_at <= now()
               order by due_at limit $2 for update skip locked
             ), claimed as (
               update alert_notifications as notification set due_at = now() + make_interval(secs => ${leaseSeconds}),
                 lease = $3, attempt = attempt + 1, mail_account_id = $4
               from due where notification.account_id = due.account_id and notification.id = due.id
               returning notification.*
             )
             select claimed.account_id as "accountId", claimed.id, alert_id as "alertId", lease, address, content,
               coalesce(language, 'en') as language, slack_url as "slackUrl"
             from claimed left join alerts on alerts.account_id = claimed.account_id and alerts.id = alert_id`,
      values: [channel, limit, randomUUID(), mailAccountId ?? null],
    });
    return rows;
  }

  /** Ignores results whose lease was lost. */
  async settle(results: readonly NotificationResult[]): Promise<void> {
    if (results.length === 0) return;
    await this.systemPool.query({
      name: 'settle-notifications',
      text: `update alert_notifications as notification set lease = null, message = coalesce(error, ''), log_id = result.log_id,
               due_at = case when error is not null then now() + make_interval(secs => ($6::int[])[attempt]) end,
               outcome = case when error is null then 'sent' when attempt > cardinality($6::int[]) then 'failed' end
             from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[]) as result (account_id, id, lease, error, log_id)
             where notification.account_id = result.account_id and notification.id = result.id and notification.lease = result.lease`,
      values: [
        results.map(({ accountId }) => accountId),
        results.map(({ id }) => id),
        results.map(({ lease }) => lease),
        results.map(({ error }) => error ?? null),
        results.map(({ logId }) => logId ?? null),
        retryDelaySeconds,
      ],
    });
  }

  /**
   * Stores which emails did not arrive, and which addresses rejected them. The events of an email may come before its
   * log id is stored; then those to the address that are being sent match.
   */
  async recordFailures(tx: EntityManager, batch: EventBatch): Promise<void> {
    const failed = [
      ...batch.of(messageEnded).map(({ accountId, payload: { status, reason, ...mail } }) => ({
        ...mail,
        accountId,
        message: reason,
        isRejected: status === 'bounced',
      })),
      ...batch
        .of(logEventRecorded)
        .filter(({ payload: { type } }) => failures.includes(type))
        .map(({ accountId, payload }) => ({ ...payload, accountId, isRejected: payload.detail.bounce !== 'soft' })),
    ].filter(({ tags = [] }) => tags.includes(alertEmailTag));
    if (failed.length === 0) return;
    await tx.query(
      `update alert_notifications as notification set outcome = failed.outcome, message = failed.message, due_at = null, lease = null
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as failed (mail_account_id, address, log_id, message, outcome)
       where notification.mail_account_id = failed.mail_account_id and lower(notification.address) = lower(failed.address)
         and (notification.log_id = failed.log_id or (notification.log_id is null and notification.lease is not null))`,
      [
        failed.map(({ accountId }) => accountId),
        failed.map(({ recipient_address }) => recipient_address),
        failed.map(({ log_id }) => log_id),
        failed.map(({ message }) => message),
        failed.map(({ isRejected }) => (isRejected ? 'refused' : 'failed')),
      ],
    );
  }
}
