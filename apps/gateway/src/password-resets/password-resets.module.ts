import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SystemMailModule } from '../system-mail/system-mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsService, ResetRequests } from './password-resets.service.js';

/** Password resets by email. */
@Module({
  imports: [AuthenticationModule, OneTimeTokensModule, SystemMailModule, SessionsModule],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, ResetRequests],
})
export class PasswordResetsModule {}
