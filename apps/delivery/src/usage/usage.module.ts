import { Module } from '@nestjs/common';
import { BlobsModule } from '../blobs/blobs.module.js';
import { EspAccountsModule } from '../esp-accounts/esp-accounts.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { TestClocksModule } from '../test-clocks/test-clocks.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { UsageController } from './usage.controller.js';

/** The current usage of an account's quotas. */
@Module({
  imports: [QueueModule, EspAccountsModule, BlobsModule, SuppressionsModule, ProposalsModule, TestClocksModule],
  controllers: [UsageController],
})
export class UsageModule {}
