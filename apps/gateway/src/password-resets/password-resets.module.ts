import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsService } from './password-resets.service.js';

/** How users who forgot their password come in again. */
@Module({
  imports: [AuthenticationModule, SessionsModule],
  controllers: [PasswordResetsController],
  providers: [OneTimeTokensRepository, PasswordResetsService],
})
export class PasswordResetsModule {}
