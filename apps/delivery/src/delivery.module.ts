import { Module } from '@nestjs/common';
import { DripsModule } from './drips/drips.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { FailuresModule } from './failures/failures.module.js';
import { LogsModule } from './logs/logs.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { ProposalsModule } from './proposals/proposals.module.js';
import { TestClocksModule } from './test-clocks/test-clocks.module.js';
import { UsageModule } from './usage/usage.module.js';
import { WebhookSetupModule } from './webhook-setup/webhook-setup.module.js';
import type { ServiceDefinition } from '@postrider/service';
import { deliveryConfig } from './config.js';
import { deliveryDatabase } from './database.js';
import { deliveryRetention } from './retention.js';

/** Dependencies point downwards: campaigns, messages, queue, attempts, then ESP accounts and blobs. */
@Module({
  imports: [
    PersonalDataModule,
    DripsModule,
    FailuresModule,
    ProposalsModule,
    TestClocksModule,
    MessagesModule,
    UsageModule,
    WebhookSetupModule,
    LogsModule,
    MaintenanceModule,
  ],
})
class DeliveryModule {}

export const deliveryService: ServiceDefinition<typeof deliveryConfig.schema.shape> = {
  name: 'delivery',
  config: deliveryConfig,
  database: deliveryDatabase,
  module: DeliveryModule,
  retention: () => deliveryRetention,
};
