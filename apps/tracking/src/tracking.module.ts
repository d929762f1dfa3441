import { Module } from '@nestjs/common';
import { BouncesModule } from './bounces/bounces.module.js';
import { EngagementsModule } from './engagements/engagements.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { DailyCountsRepository } from './statistics/daily-counts.repository.js';
import { StatisticsConsumer } from './statistics/statistics.consumer.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [BouncesModule, PersonalDataModule, EngagementsModule, ProviderEventsModule, WebhooksModule],
  providers: [StatisticsConsumer, DailyCountsRepository],
})
export class TrackingModule {}
