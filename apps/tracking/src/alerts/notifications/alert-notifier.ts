import { Injectable } from '@nestjs/common';
import type { AlertResource, AlertObservation } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { WebhookEventsWriter } from '../../webhooks/webhook-events.writer.js';
import type { AlertEntity } from '../alert.entity.js';
import type { NewNotification } from './notifications.repository.js';
import { NotificationsRepository } from './notifications.repository.js';
import type { NotificationKind } from './notification-texts.js';
import { notificationText, plainLines } from './notification-texts.js';

/** Notifications per account and hour; tests may use up half of them (docs/operate/limits.md#alerts). */
const maxPerHour = 200;

/** `data` of an event of an alert (docs/alerts.md#to-a-webhook). */
interface AlertEventData {
  readonly alert: string;
  readonly name: string;
  readonly condition: string;
  readonly state: AlertResource['state'];
  readonly subject: string;
  readonly lines: readonly string[];
  readonly observed: AlertObservation;
}

const eventTypes = {
  firing: 'alert.firing',
  ok: 'alert.over',
  test: 'alert.test',
  report: 'alert.report',
} as const;

/** Creates notifications in the transaction of their reason; they are sent afterwards. */
@Injectable()
export class AlertNotifier {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly webhookEvents: WebhookEventsWriter,
  ) {}

  /** Returns false when the account has reached its hourly limit; the caller may retry later. */
  async notify(tx: EntityManager, alert: AlertEntity, kind: NotificationKind): Promise<boolean> {
    const test = kind === 'test';
    const max = test ? maxPerHour / 2 : maxPerHour;
    if ((await this.notifications.countRecent(tx, alert.accountId, max)) >= max) return false;
    const { accountId, id: alertId, channel } = alert;
    const content = notificationText(alert, kind);
    const common = { accountId, alertId, channel: channel.type, address: null, test, content };
    if (channel.type === 'email') {
      const addresses = test ? channel.addresses : await this.reachable(tx, alert, channel.addresses);
      const emails = addresses.map((address): NewNotification => ({ ...common, id: newId('event'), address }));
      if (emails.length > 0) await this.notifications.add(tx, emails);
      return true;
    }
    const id = newId('event');
    const result = channel.type === 'webhook' ? await this.post(tx, alert, kind, { id, webhook: channel.webhook }) : {};
    await this.notifications.add(tx, [{ ...common, id, ...result }]);
    return true;
  }

  /** Without addresses that rejected the last notification: they need a test first. */
  private async reachable(tx: EntityManager, alert: AlertEntity, addresses: readonly string[]): Promise<string[]> {
    const last = await this.notifications.last(tx, alert.accountId, [alert.id]);
    const rejecting = new Set(last.filter(({ outcome }) => outcome === 'refused').map(({ address }) => address));
    return addresses.filter((address) => !rejecting.has(address));
  }

  private async post(
    tx: EntityManager,
    alert: AlertEntity,
    kind: NotificationKind,
    { id, webhook }: { readonly id: string; readonly webhook: string },
  ): Promise<Pick<NewNotification, 'outcome' | 'message'>> {
    const text = notificationText(alert, kind);
    const type = eventTypes[kind];
    const data: AlertEventData = {
      alert: alert.id,
      name: alert.name,
      condition: alert.condition,
      state: alert.state,
      subject: text.subject,
      lines: plainLines(text),
      observed: alert.observed ?? {},
    };
    const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
    const rejection = await this.webhookEvents.addFor(tx, webhook, {
      accountId: alert.accountId,
      id,
      type,
      logId: id,
      body,
    });
    return rejection === undefined ? { outcome: 'sent' } : { outcome: 'failed', message: rejection };
  }
}
