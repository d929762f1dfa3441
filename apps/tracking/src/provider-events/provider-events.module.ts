import { Module } from '@nestjs/common';
import { AmazonSns } from './kinds/amazon-sns.js';
import { ProviderEventsController } from './provider-events.controller.js';
import { ProviderEventsService } from './provider-events.service.js';
import { ReportReaders } from './report-readers.js';
import { SignaturesRepository } from './signatures.repository.js';

/** Reports of providers about emails: verified, and published to delivery. */
@Module({
  controllers: [ProviderEventsController],
  providers: [
    { provide: AmazonSns, useFactory: () => new AmazonSns() },
    ProviderEventsService,
    ReportReaders,
    SignaturesRepository,
  ],
})
export class ProviderEventsModule {}
