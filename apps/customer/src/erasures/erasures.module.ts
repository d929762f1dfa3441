import { Module } from '@nestjs/common';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { ErasuresConsumer } from './erasures.consumer.js';
import { ErasuresController } from './erasures.controller.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ErasuresService } from './erasures.service.js';

/** Forgetting people, here and with the others. */
@Module({
  imports: [DeletionsModule],
  controllers: [ErasuresController],
  providers: [ErasuresService, ErasuresRepository, ErasuresConsumer],
})
export class ErasuresModule {}
