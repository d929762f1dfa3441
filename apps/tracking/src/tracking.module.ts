import { Module } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { BouncesModule } from './bounces/bounces.module.js';
import { DailyCountsRepository } from './daily-counts/daily-counts.repository.js';
import { EngagementsModule } from './engagements/engagements.module.js';
import { LinkChecksModule } from './link-checks/link-checks.module.js';
import { MailEventsConsumer } from './mail-events.consumer.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { UsageController } from './usage/usage.controller.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  controllers: [UsageController],
  imports: [
    AlertsModule,
    BouncesModule,
    EngagementsModule,
    LinkChecksModule,
    PersonalDataModule,
    ProviderEventsModule,
    StatisticsModule,
    StreamsModule,
    WebhooksModule,
  ],
  providers: [DailyCountsRepository, MailEventsConsumer],
})
export class TrackingModule {}
