import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { IdentityHooksModule } from '../identity-hooks/identity-hooks.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { SendModule } from '../send/send.module.js';
import { HookCalls } from './hook-calls.middleware.js';
import { HookMailsService } from './hook-mails.service.js';

/** The calls of identity providers. */
@Module({
  imports: [HttpModule, IdentityHooksModule, LimitsModule, SendModule],
  providers: [HookCalls, HookMailsService],
  exports: [HookCalls],
})
export class HookCallsModule {}
