import { Module } from '@nestjs/common';
import { HookVault } from './hook-secrets.js';
import { IdentityHooksController } from './identity-hooks.controller.js';
import { IdentityHooksRepository } from './identity-hooks.repository.js';
import { IdentityHooksService } from './identity-hooks.service.js';
import { KnownHooks } from './known-hooks.js';

/** Identity hooks, and the calls that manage them. */
@Module({
  controllers: [IdentityHooksController],
  providers: [HookVault, IdentityHooksRepository, IdentityHooksService, KnownHooks],
  exports: [IdentityHooksRepository, IdentityHooksService, KnownHooks],
})
export class IdentityHooksModule {}
