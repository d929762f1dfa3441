import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { JoiningService } from './joining.service.js';
import { MembershipsRepository } from './memberships.repository.js';

/** Memberships of users in accounts, and the invitations to them. */
@Module({
  imports: [AccountsModule, AuthenticationModule, OneTimeTokensModule, SessionsModule],
  controllers: [InvitationsController],
  providers: [InvitationsService, JoiningService, MembershipsRepository],
  exports: [InvitationsService, MembershipsRepository],
})
export class InvitationsModule {}
