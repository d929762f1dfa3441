import { Module } from '@nestjs/common';
import { EngagementExportController } from './engagement-export.controller.js';
import { EngagementExportRepository } from './engagement-export.repository.js';
import { ErasuresConsumer } from './erasures.consumer.js';

/** Export and erasure of the personal data in engagements. */
@Module({
  controllers: [EngagementExportController],
  providers: [EngagementExportRepository, ErasuresConsumer],
})
export class PersonalDataModule {}
