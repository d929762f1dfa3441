import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { OwnMailModule } from '../own-mail/own-mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsService, ResetRequests } from './password-resets.service.js';

/** How users who forgot their password come in again. */
@Module({
  imports: [AuthenticationModule, OneTimeTokensModule, OwnMailModule, SessionsModule],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, ResetRequests],
})
export class PasswordResetsModule {}
