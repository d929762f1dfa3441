import { Module } from '@nestjs/common';
import { LogSearchRepository } from './log-search.repository.js';
import { LogSearchService } from './log-search.service.js';
import { LogsController } from './logs.controller.js';
import { LogsRepository } from './logs.repository.js';
import { MailFactsController } from './mail-facts.controller.js';
import { MailFactsRepository } from './mail-facts.repository.js';
import { ReportedEventsConsumer } from './reported-events.consumer.js';
import { ReportedEventsRepository } from './reported-events.repository.js';

/** The history of every message: appends reported events, and serves callers. */
@Module({
  controllers: [LogsController, MailFactsController],
  providers: [
    LogsRepository,
    LogSearchRepository,
    LogSearchService,
    MailFactsRepository,
    ReportedEventsConsumer,
    ReportedEventsRepository,
  ],
  exports: [ReportedEventsRepository],
})
export class LogsModule {}
