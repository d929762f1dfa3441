import { Module } from '@nestjs/common';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { LinkMailsRepository } from '../one-time-tokens/link-mails.repository.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { FirstAdminService } from './first-admin.service.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MembershipsRepository } from './memberships.repository.js';

/** How users come into accounts. */
@Module({
  imports: [AuthenticationModule, SessionsModule],
  controllers: [InvitationsController],
  providers: [
    AccountsRepository,
    FirstAdminService,
    InvitationsService,
    MembershipsRepository,
    LinkMailsRepository,
    OneTimeTokensRepository,
  ],
  exports: [FirstAdminService, LinkMailsRepository, MembershipsRepository, OneTimeTokensRepository],
})
export class InvitationsModule {}
