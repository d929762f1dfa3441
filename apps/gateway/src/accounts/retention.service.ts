import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getDeliveryRetention, getTrackingRetention } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { AccountResource } from './account.js';

/** How long things are kept, as the services say that delete them. */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger(RetentionService.name);

  constructor(private readonly services: ContractClient) {}

  /** Nothing where delivery is away: that `log_months` is absent means that logs are kept for ever. */
  async show(context: RequestContext): Promise<Pick<AccountResource, 'retention'>> {
    const [delivery, tracking] = await Promise.all([
      this.unlessAway(this.services.call(getDeliveryRetention, context, {})),
      this.unlessAway(this.services.call(getTrackingRetention, context, {})),
    ]);
    return delivery ? { retention: { ...delivery, ...tracking } } : {};
  }

  private unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
    return asked.catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a service was not asked how long it keeps things');
      return undefined;
    });
  }
}
