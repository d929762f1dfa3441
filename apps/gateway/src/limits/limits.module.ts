import { Module } from '@nestjs/common';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { HttpModule } from '../http/http.module.js';
import { IdentityHooksModule } from '../identity-hooks/identity-hooks.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { LimitsController } from './limits.controller.js';
import { LimitsService } from './limits.service.js';
import { RequestLimits } from './request-limits.js';

/** The limits of accounts and keys, and their enforcement for requests. */
@Module({
  imports: [ApiKeysModule, HttpModule, IdentityHooksModule, InvitationsModule],
  controllers: [LimitsController],
  providers: [LimitsService, RequestLimits, SharedTokenBuckets],
  exports: [RequestLimits],
})
export class LimitsModule {}
