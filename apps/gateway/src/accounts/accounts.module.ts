import { Module } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';
import { BootstrapService } from './bootstrap.service.js';

/** Tenants. The start of the gateway asks for the first one. */
@Module({
  providers: [BootstrapService, AccountsRepository],
  exports: [BootstrapService],
})
export class AccountsModule {}
