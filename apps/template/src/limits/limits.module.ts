import { Module } from '@nestjs/common';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { MjmlTime } from './mjml-time.js';
import { StoredArtifacts, StoredContent, StoredImages, UsageRepository } from './usage.repository.js';
import { UsageController } from './usage.controller.js';

/** Quotas of an account in this service: MJML time and storage. */
@Module({
  controllers: [UsageController],
  providers: [MjmlTime, StoredArtifacts, StoredContent, StoredImages, SharedTokenBuckets, UsageRepository],
  exports: [MjmlTime, StoredArtifacts, StoredContent, StoredImages],
})
export class LimitsModule {}
