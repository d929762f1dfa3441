import { Module } from '@nestjs/common';
import { QueueModule } from '../queue/queue.module.js';
import { TestClocksController } from './test-clocks.controller.js';
import { TestClocksRepository } from './test-clocks.repository.js';
import { TestClocksService } from './test-clocks.service.js';

/** Lets the time of test email pass. */
@Module({
  imports: [QueueModule],
  controllers: [TestClocksController],
  providers: [TestClocksRepository, TestClocksService],
  exports: [TestClocksRepository],
})
export class TestClocksModule {}
