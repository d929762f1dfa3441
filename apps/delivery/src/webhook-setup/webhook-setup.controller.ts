import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { setUpEspWebhook } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { WebhookSetupService } from './webhook-setup.js';

@Controller()
export class WebhookSetupController {
  constructor(private readonly setups: WebhookSetupService) {}

  @Handles(setUpEspWebhook)
  setUp(
    { accountId }: RequestContext,
    { esp_id, public_url }: RequestOf<typeof setUpEspWebhook>,
  ): Promise<ResponseInputOf<typeof setUpEspWebhook>> {
    return this.setups.run(accountId, esp_id, public_url);
  }
}
