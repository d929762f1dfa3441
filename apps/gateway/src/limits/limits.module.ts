import { Module } from '@nestjs/common';
import { SharedBuckets } from '@postrider/limits';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { MembershipsRepository } from '../invitations/memberships.repository.js';
import { BodyPace } from '../http/body-pace.js';
import { LimitsController } from './limits.controller.js';
import { LimitsService } from './limits.service.js';
import { RequestLimits } from './request-limits.js';

/** What accounts and keys may use: held to here as far as it is requests, and shown. */
@Module({
  imports: [ApiKeysModule],
  controllers: [LimitsController],
  providers: [BodyPace, LimitsService, MembershipsRepository, RequestLimits, SharedBuckets],
  exports: [BodyPace, RequestLimits],
})
export class LimitsModule {}
