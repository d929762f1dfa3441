import { Module } from '@nestjs/common';
import { DailyCountsRepository } from './statistics/daily-counts.repository.js';
import { StatisticsConsumer } from './statistics/statistics.consumer.js';

@Module({ providers: [StatisticsConsumer, DailyCountsRepository] })
export class TrackingModule {}
