import { Module } from '@nestjs/common';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService, LogEraser } from './erasures.service.js';
import { LogExportController } from './log-export.controller.js';
import { LogExportRepository } from './log-export.repository.js';
import { LogExportService } from './log-export.service.js';
import { MessagesModule } from '../messages/messages.module.js';

/** Exports or erases the stored data of a person. Erased emails still count in statistics. */
@Module({
  imports: [MessagesModule],
  controllers: [LogExportController],
  providers: [
    LogExportRepository,
    LogExportService,
    ErasuresService,
    ErasuresRepository,
    ErasedLogsRepository,
    LogEraser,
  ],
})
export class PersonalDataModule {}
