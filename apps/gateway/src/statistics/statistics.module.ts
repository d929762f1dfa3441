import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';

/** Statistics of accounts. */
@Module({ controllers: [StatisticsController] })
export class StatisticsModule {}
