import { Module } from '@nestjs/common';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { FailuresController } from './failures.controller.js';
import { FailuresService } from './failures.service.js';

/** Messages that ended without being sent: list, replay and delete. */
@Module({
  imports: [EspAccountsModule, QueueModule],
  controllers: [FailuresController],
  providers: [FailuresService],
})
export class FailuresModule {}
