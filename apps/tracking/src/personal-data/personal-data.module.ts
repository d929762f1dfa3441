import { Module } from '@nestjs/common';
import { EngagementExportController } from './engagement-export.controller.js';
import { EngagementExportRepository } from './engagement-export.repository.js';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { ErasuresConsumer } from './erasures.consumer.js';
import { LateEventsTask } from './late-events.task.js';

/** Export and erasure of the personal data in engagements. */
@Module({
  controllers: [EngagementExportController],
  providers: [EngagementExportRepository, ErasedLogsRepository, ErasuresConsumer, LateEventsTask],
})
export class PersonalDataModule {}
