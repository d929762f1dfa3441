import { Injectable } from '@nestjs/common';
import type {
  AlertBody,
  AlertResource,
  ResponseInputOf,
  RequestContext,
  RequestOf,
  createAlert,
  listAlerts,
  updateAlert,
} from '@postrider/contracts';
import { ServiceError, alertDefaults, newId, notFound } from '@postrider/contracts';
import { EndpointPolicy } from '../webhooks/posting/endpoint-client.js';
import { WebhooksRepository } from '../webhooks/webhooks.repository.js';
import type { AlertChannel, AlertContent, AlertEntity } from './alert.entity.js';
import { AlertsRepository } from './alerts.repository.js';
import { toAlertResource } from './alert-resource.js';
import { AlertMeasurements } from './evaluation/measurements.js';
import { AlertNotifier } from './notifications/alert-notifier.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { SlackVault } from './slack-vault.js';

const defaultCount = 100;
const testRetrySeconds = 3_600;

/** See docs/reference/alerts.md. Alerts of other accounts are treated as not found. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly notifications: NotificationsRepository,
    private readonly notifier: AlertNotifier,
    private readonly measurements: AlertMeasurements,
    private readonly webhooks: WebhooksRepository,
    private readonly policy: EndpointPolicy,
    private readonly vault: SlackVault,
  ) {}

  async list(
    accountId: string,
    { count = defaultCount, cursor = '' }: RequestOf<typeof listAlerts>,
  ): Promise<ResponseInputOf<typeof listAlerts>> {
    const found = await this.alerts.page(accountId, cursor, count + 1);
    const page = found.slice(0, count);
    return {
      data: await this.resources(accountId, page),
      next_cursor: found.length > count ? page.at(-1)!.id : null,
    };
  }

  async get(accountId: string, id: string): Promise<AlertResource> {
    return this.resource((await this.alerts.find(accountId, id)) ?? notFound('Alert'));
  }

  async create(
    { accountId, limits }: RequestContext,
    body: RequestOf<typeof createAlert>,
  ): Promise<ResponseInputOf<typeof createAlert>> {
    await this.check(accountId, body);
    const id = newId('alert');
    const alert = { accountId, id, slackUrl: null };
    return this.resource(
      await this.alerts.add(
        { accountId, id, enabled: body.enabled ?? true, ...this.toContent(body, alert) },
        { limits },
      ),
    );
  }

  async update(
    accountId: string,
    { alert_id, alert: body }: RequestOf<typeof updateAlert>,
  ): Promise<ResponseInputOf<typeof updateAlert>> {
    await this.check(accountId, body);
    const changed = await this.alerts.change(accountId, alert_id, (alert) => ({
      ...this.toContent(body, alert),
      enabled: body.enabled ?? alert.enabled,
    }));
    return this.resource(changed ?? notFound('Alert'));
  }

  async delete(accountId: string, id: string): Promise<void> {
    if (!(await this.alerts.remove(accountId, id))) notFound('Alert');
  }

  /** @throws ServiceError `not_found`, `rate_limited`, `webhook_disabled` */
  async test(accountId: string, id: string): Promise<void> {
    const alert = (await this.alerts.find(accountId, id)) ?? notFound('Alert');
    if (alert.channel.type === 'webhook') {
      const webhook = await this.webhooks.find(accountId, alert.channel.webhook);
      if (!webhook?.enabled)
        throw new ServiceError('webhook_disabled', 'The webhook of this alert is disabled or was deleted');
    }
    const report = alert.condition === 'weekly_report' ? await this.measurements.report(alert) : undefined;
    const tested = report ? { ...alert, observed: { report } } : alert;
    const isNotified = await this.alerts.transaction((tx) => this.notifier.notify(tx, tested, 'test'));
    if (!isNotified) throw ServiceError.rateLimited('Too many notifications of alerts in an hour', testRetrySeconds);
  }

  /** Checks what the schema of the body cannot. @throws ServiceError `invalid_request` */
  private async check(accountId: string, { channel }: AlertBody): Promise<void> {
    if (channel.webhook !== undefined && !(await this.webhooks.find(accountId, channel.webhook)))
      throw ServiceError.invalidField('channel.webhook', 'must be the id of a webhook');
    if (channel.webhook_url === undefined) return;
    const problem = this.policy.findProblem(channel.webhook_url);
    if (problem !== undefined) throw ServiceError.invalidField('channel.webhook_url', problem);
  }

  private toContent(body: AlertBody, alert: Pick<AlertEntity, 'accountId' | 'id' | 'slackUrl'>): AlertContent {
    const defaults = alertDefaults[body.condition];
    const slackUrl = this.getSlackUrl(body, alert);
    return {
      name: body.name ?? '',
      condition: body.condition,
      threshold: body.threshold ?? defaults.threshold ?? null,
      minimum: body.minimum ?? defaults.minimum ?? null,
      windowHours: body.window ?? defaults.window ?? null,
      schedule: body.schedule ?? null,
      channel: this.toChannel(body, alert, slackUrl),
      slackUrl,
      quietHours: body.quiet_hours ?? null,
      language: body.language ?? 'en',
    };
  }

  /** Encrypted. A change without an address keeps it. */
  private getSlackUrl(
    { channel }: AlertBody,
    { accountId, id, slackUrl }: Pick<AlertEntity, 'accountId' | 'id' | 'slackUrl'>,
  ): string | null {
    if (channel.type !== 'slack') return null;
    if (channel.webhook_url !== undefined) return this.vault.seal(channel.webhook_url, { accountId, rowId: id });
    if (slackUrl === null) throw ServiceError.invalidField('channel.webhook_url', 'is required');
    return slackUrl;
  }

  private toChannel(
    { channel }: AlertBody,
    { accountId, id }: Pick<AlertEntity, 'accountId' | 'id'>,
    slackUrl: string | null,
  ): AlertChannel {
    const { type, addresses = [], webhook = '' } = channel;
    if (type === 'email') return { type, addresses };
    if (type === 'webhook') return { type, webhook };
    return { type, host: new URL(this.vault.open(slackUrl!, { accountId, rowId: id })).host };
  }

  private async resource(alert: AlertEntity): Promise<AlertResource> {
    return (await this.resources(alert.accountId, [alert]))[0]!;
  }

  private async resources(accountId: string, alerts: readonly AlertEntity[]): Promise<AlertResource[]> {
    const last = await this.notifications.findLast(
      accountId,
      alerts.map(({ id }) => id),
    );
    return alerts.map((alert) => toAlertResource(alert, last));
  }
}
