import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { TransactionsModule } from '../transactions/edit-transactions.js';
import { SamplesController } from './samples.controller.js';
import { SamplesService } from './samples.service.js';

/** Sample data for templates. */
@Module({
  imports: [LimitsModule, TemplatesModule, TransactionsModule],
  controllers: [SamplesController],
  providers: [SamplesService],
})
export class SamplesModule {}
