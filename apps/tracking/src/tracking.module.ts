import { Module } from '@nestjs/common';
import { DailyCountsModule } from './daily-counts/daily-counts.module.js';
import { EngagementsModule } from './engagements/engagements.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    DailyCountsModule,
    EngagementsModule,
    PersonalDataModule,
    ProviderEventsModule,
    StatisticsModule,
    StreamsModule,
    WebhooksModule,
  ],
})
export class TrackingModule {}
