import { Module } from '@nestjs/common';
import { DailyCountsConsumer } from './daily-counts.consumer.js';
import { DailyCountsRepository } from './daily-counts.repository.js';

@Module({ providers: [DailyCountsConsumer, DailyCountsRepository] })
export class DailyCountsModule {}
