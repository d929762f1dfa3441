import { Module } from '@nestjs/common';
import { AmazonSns } from './kinds/amazon-sns.js';
import { HeardEvents } from './heard-events.js';
import { PassOnTask } from './pass-on.task.js';
import { ProviderEventsController } from './provider-events.controller.js';
import { ProviderEventsRepository } from './provider-events.repository.js';
import { ProviderEventsService } from './provider-events.service.js';
import { ReportReaders } from './report-readers.js';
import { WebhookAccounts } from './webhook-accounts.js';

/** What providers report of mails they took: verified, stored, passed on to delivery. */
@Module({
  controllers: [ProviderEventsController],
  providers: [
    { provide: AmazonSns, useFactory: () => new AmazonSns() },
    HeardEvents,
    ProviderEventsService,
    ProviderEventsRepository,
    PassOnTask,
    ReportReaders,
    WebhookAccounts,
  ],
  exports: [HeardEvents],
})
export class ProviderEventsModule {}
