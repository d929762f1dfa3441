import { Module } from '@nestjs/common';
import { DailyCountsRepository } from './statistics/daily-counts.repository.js';
import { StatisticsConsumer } from './statistics/statistics.consumer.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({ imports: [WebhooksModule], providers: [StatisticsConsumer, DailyCountsRepository] })
export class TrackingModule {}
