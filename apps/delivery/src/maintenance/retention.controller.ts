import { Controller, Inject } from '@nestjs/common';
import type { ResponseInputOf } from '@postrider/contracts';
import { getDeliveryRetention } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CONFIG } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';

@Controller()
export class RetentionController {
  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<DeliveryConfig, 'LOG_RETENTION_MONTHS' | 'ATTACHMENT_RETENTION_DAYS'>,
  ) {}

  @Handles(getDeliveryRetention)
  async get(): Promise<ResponseInputOf<typeof getDeliveryRetention>> {
    const { LOG_RETENTION_MONTHS: months, ATTACHMENT_RETENTION_DAYS: days } = this.config;
    return { ...(months === undefined ? {} : { log_months: months }), attachment_days: days };
  }
}
