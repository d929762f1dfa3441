import { Module } from '@nestjs/common';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { WebhookSetup, WebhookSetupService } from './webhook-setup.js';
import { WebhookSetupController } from './webhook-setup.controller.js';

/** Registers webhooks at providers, with the credentials of ESP accounts. */
@Module({
  imports: [EspAccountsModule],
  controllers: [WebhookSetupController],
  providers: [WebhookSetup, WebhookSetupService],
})
export class WebhookSetupModule {}
