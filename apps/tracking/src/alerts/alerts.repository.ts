import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { LimitedBy } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { SystemPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import { DataSource, MoreThan } from 'typeorm';
import type { AlertContent } from './alert.entity.js';
import { AlertEntity } from './alert.entity.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';

/** The interval of evaluations, after which another process evaluates the alerts of a crashed one. */
const evaluatedEverySeconds = 60;

/** An alert to evaluate. */
export type ClaimedAlert = Pick<
  AlertEntity,
  | 'accountId'
  | 'id'
  | 'condition'
  | 'threshold'
  | 'minimum'
  | 'windowHours'
  | 'watchedSince'
  | 'schedule'
  | 'quietHours'
  | 'notifiedAt'
>;

@Injectable()
export class AlertsRepository {
  private readonly counted = new CountedRows('alerts');

  constructor(
    private readonly database: DataSource,
    private readonly systemPool: SystemPool,
    private readonly notifications: NotificationsRepository,
  ) {}

  /** @throws ServiceError `quota_exceeded` */
  async add(
    alert: Pick<AlertEntity, 'accountId' | 'id' | 'enabled'> & AlertContent,
    limits: LimitedBy,
  ): Promise<AlertEntity> {
    const { accountId, id } = alert;
    await this.counted.add(this.database.manager, { ...limits, accountId }, (tx) => tx.insert(AlertEntity, alert));
    return this.database.manager.findOneByOrFail(AlertEntity, { accountId, id });
  }

  /** Oldest first, by id. */
  page(accountId: string, after: string, limit: number): Promise<AlertEntity[]> {
    return this.database.manager.find(AlertEntity, {
      where: { accountId, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  find(accountId: string, id: string): Promise<AlertEntity | null> {
    return this.database.manager.findOneBy(AlertEntity, { accountId, id });
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(AlertEntity, { accountId });
  }

  /**
   * Null when it does not exist. Another condition, disabling or enabling resets the alert, without the notifications
   * that are pending.
   */
  change(
    accountId: string,
    id: string,
    changed: (alert: AlertEntity) => AlertContent & Pick<AlertEntity, 'enabled'>,
  ): Promise<AlertEntity | null> {
    return this.database.transaction(async (tx) => {
      const alert = await tx.findOne(AlertEntity, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
      if (!alert) return null;
      const content = changed(alert);
      const firedAt = content.condition === alert.condition ? alert.firedAt : null;
      await tx.update(AlertEntity, { accountId, id }, { ...content, firedAt });
      if (isWatchedAnew(alert, content)) {
        await this.notifications.cancel(tx, accountId, id);
        await tx.query(
          `update alerts set watched_since = now(), due_at = now(), checked_at = null, observed = null, state = 'ok', state_since = now(),
             met_since = null, met_at = null, notified_state = 'ok' where account_id = $1 and id = $2`,
          [accountId, id],
        );
      }
      return tx.findOneBy(AlertEntity, { accountId, id });
    });
  }

  /** With its pending notifications. Returns whether it existed. */
  remove(accountId: string, id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { affected } = await tx.delete(AlertEntity, { accountId, id });
      // After the lock of the alert, so that an evaluation that just ended is included.
      await this.notifications.cancel(tx, accountId, id);
      return affected === 1;
    });
  }

  /** Alerts that are due, each for one process. */
  async claim(limit: number): Promise<ClaimedAlert[]> {
    const { rows } = await this.systemPool.query<ClaimedAlert>({
      name: 'claim-alerts',
      text: `with due as (
               select account_id, id from alerts where enabled and due_at <= now() order by due_at limit $1 for update skip locked
             )
             update alerts as alert set due_at = now() + make_interval(secs => ${evaluatedEverySeconds})
             from due where alert.account_id = due.account_id and alert.id = due.id
             returning alert.account_id as "accountId", alert.id, condition, threshold, minimum, window_hours as "windowHours",
               watched_since as "watchedSince", schedule, quiet_hours as "quietHours", notified_at as "notifiedAt"`,
      values: [limit],
    });
    return rows;
  }

  /** Runs `work` with the locked alert and the time of the database, if it is still watched as when it was claimed. */
  async evaluate(
    { accountId, id, watchedSince }: ClaimedAlert,
    work: (tx: EntityManager, alert: AlertEntity, now: Date) => Promise<Partial<AlertEntity>>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const alert = await tx.findOne(AlertEntity, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
      if (!alert?.enabled || alert.watchedSince.getTime() !== watchedSince.getTime()) return;
      const [{ now }] = await tx.query<[{ now: Date }]>('select now()');
      await tx.update(AlertEntity, { accountId, id }, await work(tx, alert, now));
    });
  }

  transaction<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }
}

const isWatchedAnew = (before: AlertEntity, after: Partial<AlertEntity>): boolean =>
  (['condition', 'threshold', 'minimum', 'windowHours', 'schedule', 'enabled'] as const).some(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
