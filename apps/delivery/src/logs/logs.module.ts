import { Module } from '@nestjs/common';
import { LogSearchRepository } from './log-search.repository.js';
import { LogSearchService } from './log-search.service.js';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';
import { MailOutcomesController } from './mail-outcomes.controller.js';
import { MailOutcomesRepository } from './mail-outcomes.repository.js';
import { ReportedEventsConsumer } from './reported-events.consumer.js';
import { ReportedEventsRepository } from './reported-events.repository.js';

/** The history of every message: appends reported events, and serves callers. */
@Module({
  controllers: [LogsController, MailOutcomesController],
  providers: [
    LogsRepository,
    LogSearchRepository,
    LogSearchService,
    MailOutcomesRepository,
    ReportedEventsConsumer,
    ReportedEventsRepository,
  ],
  exports: [ReportedEventsRepository],
})
export class LogsModule {}
