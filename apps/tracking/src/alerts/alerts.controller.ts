import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  claimAlertEmails,
  createAlert,
  deleteAlert,
  getAlert,
  listAlerts,
  maxAlertEmails,
  settleAlertEmails,
  testAlert,
  updateAlert,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AlertsService } from './alerts.service.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';

@Controller()
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly notifications: NotificationsRepository,
  ) {}

  @Handles(listAlerts)
  list(
    { accountId }: RequestContext,
    request: RequestOf<typeof listAlerts>,
  ): Promise<ResponseInputOf<typeof listAlerts>> {
    return this.alerts.list(accountId, request);
  }

  @Handles(createAlert)
  create(
    context: RequestContext,
    request: RequestOf<typeof createAlert>,
  ): Promise<ResponseInputOf<typeof createAlert>> {
    return this.alerts.create(context, request);
  }

  @Handles(getAlert)
  get(
    { accountId }: RequestContext,
    { alert_id }: RequestOf<typeof getAlert>,
  ): Promise<ResponseInputOf<typeof getAlert>> {
    return this.alerts.get(accountId, alert_id);
  }

  @Handles(updateAlert)
  update(
    { accountId }: RequestContext,
    request: RequestOf<typeof updateAlert>,
  ): Promise<ResponseInputOf<typeof updateAlert>> {
    return this.alerts.update(accountId, request);
  }

  @Handles(deleteAlert)
  async delete(
    { accountId }: RequestContext,
    { alert_id }: RequestOf<typeof deleteAlert>,
  ): Promise<ResponseInputOf<typeof deleteAlert>> {
    await this.alerts.delete(accountId, alert_id);
    return {};
  }

  @Handles(testAlert)
  async test(
    { accountId }: RequestContext,
    { alert_id }: RequestOf<typeof testAlert>,
  ): Promise<ResponseInputOf<typeof testAlert>> {
    await this.alerts.test(accountId, alert_id);
    return {};
  }

  @Handles(claimAlertEmails)
  async claimEmails(
    _context: RequestContext,
    { mail_account_id }: RequestOf<typeof claimAlertEmails>,
  ): Promise<ResponseInputOf<typeof claimAlertEmails>> {
    if (mail_account_id === undefined) return { waiting: await this.notifications.hasDue('email'), emails: [] };
    const claimed = await this.notifications.claim('email', maxAlertEmails, mail_account_id);
    return {
      waiting: claimed.length > 0,
      emails: claimed.map(({ accountId, id, lease, address, language, content }) => ({
        id,
        lease,
        account_id: accountId,
        address: address!,
        language,
        subject: content.subject,
        lines: [...content.lines],
        action: content.action,
        ...(content.tables && { tables: content.tables }),
      })),
    };
  }

  @Handles(settleAlertEmails)
  async settleEmails(
    _context: RequestContext,
    { results }: RequestOf<typeof settleAlertEmails>,
  ): Promise<ResponseInputOf<typeof settleAlertEmails>> {
    await this.notifications.settle(
      results.map(({ account_id, id, lease, error, log_id }) => ({
        accountId: account_id,
        id,
        lease,
        error,
        logId: log_id,
      })),
    );
    return {};
  }
}
