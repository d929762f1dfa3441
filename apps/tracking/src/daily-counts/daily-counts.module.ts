import { Module } from '@nestjs/common';
import { DailyCountsConsumer, DailyCountsRepository } from './daily-counts.consumer.js';

@Module({ providers: [DailyCountsConsumer, DailyCountsRepository] })
export class DailyCountsModule {}
