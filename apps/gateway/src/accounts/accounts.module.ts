import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { AccountController } from './account.controller.js';
import { AccountService, RetentionService } from './account.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { BootstrapService } from './bootstrap.service.js';

/** Accounts (tenants). The gateway creates the first one when it starts. */
@Module({
  imports: [AuthenticationModule],
  controllers: [AccountController],
  providers: [AccountService, AccountsRepository, BootstrapService, RetentionService],
  exports: [AccountsRepository, BootstrapService],
})
export class AccountsModule {}
