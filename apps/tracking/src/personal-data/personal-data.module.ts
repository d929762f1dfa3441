import { Module } from '@nestjs/common';
import { EngagementExportController } from './engagement-export.controller.js';
import { EngagementExportRepository } from './engagement-export.repository.js';
import { ErasuresConsumer } from './erasures.consumer.js';

/** What is stored of what people did: told in full, or without whom it was. */
@Module({
  controllers: [EngagementExportController],
  providers: [EngagementExportRepository, ErasuresConsumer],
})
export class PersonalDataModule {}
