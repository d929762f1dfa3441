import { Module } from '@nestjs/common';
import { SuppressionsController } from './suppressions.controller.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { StoredSuppressions, SuppressionsService } from './suppressions.service.js';

/** Addresses that get no email, with the reasons. */
@Module({
  controllers: [SuppressionsController],
  providers: [SuppressionsRepository, SuppressionsService, StoredSuppressions],
  exports: [SuppressionsRepository, StoredSuppressions],
})
export class SuppressionsModule {}
