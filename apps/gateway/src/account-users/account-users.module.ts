import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SystemMailModule } from '../system-mail/system-mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersController } from './account-users.controller.js';
import { AccountUsersService } from './account-users.service.js';

/** The users of an account and their invitations. */
@Module({
  imports: [AuthenticationModule, InvitationsModule, OneTimeTokensModule, SystemMailModule, SessionsModule],
  controllers: [UsersController],
  providers: [AccountUsersService],
})
export class AccountUsersModule {}
