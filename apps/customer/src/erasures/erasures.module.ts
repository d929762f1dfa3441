import { Module } from '@nestjs/common';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { ErasuresController } from './erasures.controller.js';
import { ErasuresConsumer, ErasuresService } from './erasures.service.js';
import { ErasuresRepository } from './erasures.repository.js';

/** Erasure of personal data, here and in the other services. */
@Module({
  imports: [DeletionsModule],
  controllers: [ErasuresController],
  providers: [ErasuresService, ErasuresRepository, ErasuresConsumer],
})
export class ErasuresModule {}
