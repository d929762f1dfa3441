import { Controller, Inject } from '@nestjs/common';
import type { ResponseInputOf, RequestContext } from '@postrider/contracts';
import { getTrackingRetention, getTrackingUsage } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import { AlertsRepository } from '../alerts/alerts.repository.js';
import type { TrackingConfig } from '../config.js';
import { WebhooksRepository } from '../webhooks/webhooks.repository.js';

@Controller()
export class UsageController {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly alerts: AlertsRepository,
    @Inject(CONFIG) private readonly config: Pick<TrackingConfig, 'WEBHOOK_RETENTION_DAYS'>,
  ) {}

  @Handles(getTrackingUsage)
  async usage({ accountId }: RequestContext): Promise<ResponseInputOf<typeof getTrackingUsage>> {
    const [webhooks, alerts] = await Promise.all([this.webhooks.count(accountId), this.alerts.count(accountId)]);
    return { webhooks, alerts };
  }

  @Handles(getTrackingRetention)
  async retention(): Promise<ResponseInputOf<typeof getTrackingRetention>> {
    return { webhook_days: this.config.WEBHOOK_RETENTION_DAYS };
  }
}
