import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { LoginMethodsController } from './login-methods.controller.js';
import { OidcPages } from './oidc.middleware.js';
import { OidcProvider } from './oidc-provider.js';
import { OidcUsersService } from './oidc-users.service.js';

/** Log-in with an OIDC provider. */
@Module({
  imports: [AccountsModule, AuthenticationModule, InvitationsModule, SessionsModule],
  controllers: [LoginMethodsController],
  providers: [OidcPages, OidcProvider, OidcUsersService],
  exports: [OidcPages],
})
export class OidcModule {}
