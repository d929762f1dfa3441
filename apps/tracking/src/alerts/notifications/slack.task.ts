import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { traced } from '@postrider/messaging';
import { EndpointClient, EndpointFailed } from '../../webhooks/posting/endpoint-client.js';
import { SlackVault } from '../slack-vault.js';
import type { LeasedNotification, NotificationResult } from './notifications.repository.js';
import { NotificationsRepository } from './notifications.repository.js';
import type { NotificationText } from './notification-texts.js';
import { plainLines } from './notification-texts.js';

const batchSize = 20;

/** Posts due notifications to Slack. Replicas share the work; the lease of a crashed process expires. */
@Injectable()
export class SlackTask extends PeriodicTask {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly endpoints: EndpointClient,
    private readonly vault: SlackVault,
  ) {
    super({ everyMs: 2_000, failure: 'could not post alerts to Slack' });
  }

  protected async batch(signal: AbortSignal): Promise<boolean> {
    const claimed = await this.notifications.claim('slack', batchSize);
    const results = await Promise.all(claimed.map((notification) => this.result(notification, signal)));
    await this.notifications.settle(results);
    return claimed.length === batchSize;
  }

  private async result(notification: LeasedNotification, signal: AbortSignal): Promise<NotificationResult> {
    const { accountId, id, lease } = notification;
    try {
      const status = await traced('alert.slack', { 'postrider.alert': notification.alertId }, () =>
        this.post(notification, signal),
      );
      const isAccepted = status >= 200 && status < 300;
      return { accountId, id, lease, ...(isAccepted ? {} : { error: `The endpoint returned ${status}` }) };
    } catch (error) {
      if (error instanceof EndpointFailed) return { accountId, id, lease, error: error.message };
      this.logger.error({ err: error }, `an error of this service prevented the notification ${id}`);
      return { accountId, id, lease, error: 'An error of Postrider' };
    }
  }

  private async post(
    { accountId, alertId, content, slackUrl }: LeasedNotification,
    signal: AbortSignal,
  ): Promise<number> {
    if (slackUrl === null) throw new EndpointFailed('The alert has no address of Slack any more');
    const url = this.vault.open(slackUrl, { accountId, rowId: alertId });
    const { status } = await this.endpoints.post(url, {}, slackBody(content), signal, accountId);
    return status;
  }
}

/** The body of incoming webhooks; `&`, `<` and `>` would be markup. */
function slackBody(content: NotificationText): string {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return JSON.stringify({ text: [`*${escaped(content.subject)}*`, ...plainLines(content).map(escaped)].join('\n') });
}
