import { Module } from '@nestjs/common';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService, LogEraser } from './erasures.service.js';
import { LogExportController } from './log-export.controller.js';
import { LogExportRepository } from './log-export.repository.js';

/** Exports or erases the stored data of a person. Erased mails still count in statistics. */
@Module({
  controllers: [LogExportController],
  providers: [LogExportRepository, ErasuresService, ErasuresRepository, ErasedLogsRepository, LogEraser],
})
export class PersonalDataModule {}
