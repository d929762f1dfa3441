import { Injectable, Logger } from '@nestjs/common';
import type { AlertObservation, AlertReport, RequestContext } from '@postrider/contracts';
import { findTemplates, getEspAccount, getLastSendHour, getQueue, isRateCondition, newId } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { AlertEntity } from '../alert.entity.js';
import type { ClaimedAlert } from '../alerts.repository.js';
import type { MeasuredReport } from './measurements.repository.js';
import { MeasurementsRepository } from './measurements.repository.js';
import { isQuiet } from './quiet-hours.js';
import { isReportPending, weeksAt } from './weekly-schedule.js';

const callTimeoutMs = 5_000;
/** ESP accounts and webhooks that are named. */
const maxNamed = 5;
const hourSeconds = 3_600;

export interface Measurement {
  readonly met: boolean;
  readonly observed: AlertObservation;
}

/** Measures the conditions of alerts. */
@Injectable()
export class AlertMeasurements {
  private readonly logger = new Logger(AlertMeasurements.name);

  constructor(
    private readonly stored: MeasurementsRepository,
    private readonly client: ContractClient,
  ) {}

  /** By alert id. Without those that need an unavailable service. */
  async of(alerts: readonly ClaimedAlert[]): Promise<ReadonlyMap<string, Measurement>> {
    const measured = await Promise.all([
      this.rates(alerts.filter(({ condition }) => isRateCondition(condition))),
      this.webhooks(alerts.filter(({ condition }) => condition === 'webhook_failing')),
      this.reports(alerts.filter(({ condition }) => condition === 'weekly_report')),
      ...alerts
        .filter(({ condition }) => condition === 'no_sends' || condition === 'esp_account_paused')
        .map((alert) => this.fromDelivery(alert)),
    ]);
    return new Map(measured.flat());
  }

  /** As in the statistics (docs/statistics.md#rates). */
  private async rates(alerts: readonly ClaimedAlert[]): Promise<[string, Measurement][]> {
    if (alerts.length === 0) return [];
    const found = new Map((await this.stored.counts(alerts)).map((row) => [row.id, row]));
    return alerts.map(({ id, condition, threshold, minimum }) => {
      const { sent, refused, bounced, complaints } = found.get(id)!;
      const [count, emails] = condition === 'bounce_rate' ? [bounced, sent + refused] : [complaints, sent];
      const rate = emails === 0 ? 0 : Math.min(100, (100 * count) / emails);
      return [id, { met: emails >= minimum! && rate >= threshold!, observed: { rate, emails } }];
    });
  }

  private async webhooks(alerts: readonly ClaimedAlert[]): Promise<[string, Measurement][]> {
    if (alerts.length === 0) return [];
    const found = await this.stored.failingWebhooks(alerts, maxNamed);
    return alerts.map((alert) => {
      const webhooks = found.filter(({ alertId }) => alertId === alert.id).map(({ id, url }) => ({ id, url }));
      return [alert.id, { met: webhooks.length > 0, observed: { webhooks } }];
    });
  }

  /** Only those that are pending are measured. */
  private async reports(alerts: readonly ClaimedAlert[]): Promise<[string, Measurement][]> {
    if (alerts.length === 0) return [];
    const now = new Date((await this.stored.now()) * 1_000);
    const pending = alerts.filter(
      (alert) => isReportPending(alert, now) && !(alert.quietHours && isQuiet(alert.quietHours, now)),
    );
    const weeks = pending.map(({ accountId, id, schedule }) => ({ accountId, id, ...weeksAt(schedule!, now) }));
    const measured = pending.length === 0 ? [] : await this.stored.reports(weeks);
    const named = await Promise.all(measured.map((report) => this.withNames(report)));
    const found = new Map(named.flat());
    return alerts.map(({ id }) => {
      const report = found.get(id);
      return [id, report ? { met: true, observed: { report } } : { met: false, observed: {} }];
    });
  }

  /** The latest report, sent or not. Undefined while its templates cannot be named. */
  async report({ accountId, id, schedule }: AlertEntity): Promise<AlertReport | undefined> {
    const now = new Date((await this.stored.now()) * 1_000);
    const measured = await this.stored.reports([{ accountId, id, ...weeksAt(schedule!, now) }]);
    const [named] = (await Promise.all(measured.map((report) => this.withNames(report)))).flat();
    return named?.[1];
  }

  private async withNames({ accountId, id, ...report }: MeasuredReport): Promise<[string, AlertReport][]> {
    const template_ids = report.templates.map((template) => template.id);
    try {
      const names =
        template_ids.length === 0
          ? []
          : await this.client.call(findTemplates, createContext(accountId), { template_ids });
      const nameById = new Map(names.map((template) => [template.id, template.name]));
      return [
        [id, { ...report, templates: report.templates.map((each) => ({ ...each, name: nameById.get(each.id) })) }],
      ];
    } catch (error) {
      this.logger.warn(`could not name the templates of the report ${id} yet: ${(error as Error).message}`);
      return [];
    }
  }

  private fromDelivery(alert: ClaimedAlert): Promise<[string, Measurement][]> {
    const context = createContext(alert.accountId);
    const measured = alert.condition === 'no_sends' ? this.lastSend(context, alert) : this.espAccounts(context);
    return measured.then(
      (measurement) => [[alert.id, measurement]],
      (error: Error) => {
        this.logger.warn(`could not evaluate the alert ${alert.id} yet: ${error.message}`);
        return [];
      },
    );
  }

  /** Delivery counts by the hour: the last email may have been sent at the end of its hour. */
  private async lastSend(context: RequestContext, { windowHours, watchedSince }: ClaimedAlert): Promise<Measurement> {
    const { begins } = await this.client.call(getLastSendHour, context, {});
    const since = Math.max(watchedSince.getTime() / 1_000, (begins ?? 0) + hourSeconds);
    return {
      met: (await this.stored.now()) - since >= windowHours! * hourSeconds,
      observed: begins === undefined ? {} : { last_sent: begins },
    };
  }

  private async espAccounts(context: RequestContext): Promise<Measurement> {
    const { lanes } = await this.client.call(getQueue, context, {});
    const failing = new Map(
      lanes.flatMap(({ esp_account, state, last_error }) =>
        esp_account === undefined || state === 'open' ? [] : [[esp_account, last_error?.message] as const],
      ),
    );
    const esp_accounts = await Promise.all(
      [...failing].slice(0, maxNamed).map(async ([id, message]) => ({
        id,
        name: await this.findName(context, id),
        ...(message !== undefined && { message }),
      })),
    );
    return { met: failing.size > 0, observed: { esp_accounts } };
  }

  /** The id of one without a name: the built-in SMTP server, and one that was just deleted. */
  private async findName(context: RequestContext, esp_id: string): Promise<string> {
    if (esp_id === 'builtin') return esp_id;
    return this.client.call(getEspAccount, context, { esp_id }).then(
      ({ name }) => name,
      () => esp_id,
    );
  }
}

const createContext = (accountId: string): RequestContext => ({
  accountId,
  requestId: newId('request'),
  deadline: Date.now() + callTimeoutMs,
});
