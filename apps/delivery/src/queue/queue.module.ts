import { Module } from '@nestjs/common';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { Dispatcher } from './dispatcher.js';
import { DueWork } from './due-work.js';
import { QueueRepository } from './queue.repository.js';
import { PendingMail } from './pending-mail.js';
import { QueueController } from './queue.controller.js';
import { QueueView } from './queue-view.js';
import { QueueService } from './queue.service.js';
import { WorkRepository } from './work.repository.js';

/** The queue: lanes, claims, leases. */
@Module({
  imports: [AttemptsModule, EspAccountsModule],
  controllers: [QueueController],
  providers: [QueueView, Dispatcher, DueWork, WorkRepository, QueueRepository, PendingMail, QueueService],
  exports: [Dispatcher, PendingMail],
})
export class QueueModule {}
