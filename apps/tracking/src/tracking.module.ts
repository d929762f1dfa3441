import { Module } from '@nestjs/common';
import { DailyCountsRepository } from './statistics/daily-counts.repository.js';
import { StatisticsHandlers } from './statistics/statistics.handlers.js';

@Module({ providers: [StatisticsHandlers, DailyCountsRepository] })
export class TrackingModule {}
