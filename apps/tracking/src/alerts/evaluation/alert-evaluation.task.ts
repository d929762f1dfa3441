import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { EntityManager } from 'typeorm';
import type { AlertEntity } from '../alert.entity.js';
import type { ClaimedAlert } from '../alerts.repository.js';
import { AlertsRepository } from '../alerts.repository.js';
import { AlertNotifier } from '../notifications/alert-notifier.js';
import { nextState } from './alert-state.js';
import type { Measurement } from './measurements.js';
import { AlertMeasurements } from './measurements.js';
import { isQuiet } from './quiet-hours.js';
import { isReportPending, weeksAt } from './weekly-schedule.js';

const batchSize = 50;

/**
 * Evaluates each enabled alert once a minute. The new state and its notifications are one transaction under the lock of
 * the alert, so that each change of state is notified once, by one process.
 */
@Injectable()
export class AlertEvaluationTask extends PeriodicTask {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly measurements: AlertMeasurements,
    private readonly notifier: AlertNotifier,
  ) {
    super({ everyMs: 2_000, failure: 'could not evaluate alerts' });
  }

  protected async batch(): Promise<boolean> {
    const claimed = await this.alerts.claim(batchSize);
    if (claimed.length === 0) return false;
    const measured = await this.measurements.of(claimed);
    for (const alert of claimed) {
      const measurement = measured.get(alert.id);
      if (measurement) await this.evaluate(alert, measurement).catch((error: Error) => this.onError(error));
    }
    return claimed.length === batchSize;
  }

  /** Sends nothing in quiet hours. Afterwards, a state that differs from the last notification is sent. */
  private evaluate(claimed: ClaimedAlert, measurement: Measurement): Promise<void> {
    return this.alerts.evaluate(claimed, async (tx, alert, now) => {
      const isSilent = alert.quietHours !== null && isQuiet(alert.quietHours, now);
      if (alert.condition === 'weekly_report') return this.report(tx, alert, now, { ...measurement, isSilent });
      const { met, observed } = measurement;
      const next = nextState(alert, { met, now });
      const hasFired = next.state === 'firing' && alert.state !== 'firing';
      const changes = { ...next, observed, checkedAt: now, ...(hasFired && { firedAt: now }) };
      const isDue = next.state !== alert.notifiedState && !isSilent;
      const isNotified = isDue && (await this.notifier.notify(tx, { ...alert, ...changes }, next.state));
      return isNotified ? { ...changes, notifiedState: next.state, notifiedAt: now } : changes;
    });
  }

  /** A report that cannot be sent yet is tried again in a minute; after it was sent, it is due in the next week. */
  private async report(
    tx: EntityManager,
    alert: AlertEntity,
    now: Date,
    { met, observed, isSilent }: Measurement & { readonly isSilent: boolean },
  ): Promise<Partial<AlertEntity>> {
    const later = { checkedAt: now, dueAt: new Date(weeksAt(alert.schedule!, now).next * 1_000) };
    if (!isReportPending(alert, now)) return later;
    const isSent = met && !isSilent && (await this.notifier.notify(tx, { ...alert, observed }, 'report'));
    return isSent ? { ...later, observed, notifiedAt: now } : { checkedAt: now };
  }
}
