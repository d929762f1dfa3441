import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { AccountController } from './account.controller.js';
import { AccountService, RetentionService } from './account.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { BootstrapService } from './bootstrap.service.js';

/** Tenants. The start of the gateway asks for the first one. */
@Module({
  imports: [AuthenticationModule],
  controllers: [AccountController],
  providers: [AccountService, AccountsRepository, BootstrapService, RetentionService],
  exports: [AccountsRepository, BootstrapService],
})
export class AccountsModule {}
