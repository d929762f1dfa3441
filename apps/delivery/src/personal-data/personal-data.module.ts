import { Module } from '@nestjs/common';
import { ErasedLogsRepository } from './erased-logs.repository.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService, LogEraser } from './erasures.service.js';
import { LogExportController } from './log-export.controller.js';
import { LogExportRepository } from './log-export.repository.js';

/** What is stored of a person: told in full, or forgotten, so that mails stay as figures. */
@Module({
  controllers: [LogExportController],
  providers: [LogExportRepository, ErasuresService, ErasuresRepository, ErasedLogsRepository, LogEraser],
})
export class PersonalDataModule {}
