import { Module } from '@nestjs/common';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { MjmlTime } from './mjml-time.js';
import { StoredArtifacts, StoredContent, UsageRepository } from './usage.repository.js';
import { UsageController } from './usage.controller.js';

/** What an account may use of this service: the time of compiling, and room for what it stores. */
@Module({
  controllers: [UsageController],
  providers: [MjmlTime, StoredArtifacts, StoredContent, SharedTokenBuckets, UsageRepository],
  exports: [MjmlTime, StoredArtifacts, StoredContent],
})
export class LimitsModule {}
