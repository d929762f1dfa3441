import { Module } from '@nestjs/common';
import { ProviderEventsModule } from './provider-events/provider-events.module.js';
import { DailyCountsRepository } from './statistics/daily-counts.repository.js';
import { StatisticsConsumer } from './statistics/statistics.consumer.js';

@Module({ imports: [ProviderEventsModule], providers: [StatisticsConsumer, DailyCountsRepository] })
export class TrackingModule {}
