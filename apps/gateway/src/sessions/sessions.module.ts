import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { UsersRepository } from './users.repository.js';
import { LoginService, SessionAudit } from './login.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Users and their sessions. Invitations and password resets also start sessions here. */
@Module({
  imports: [AuthenticationModule],
  controllers: [SessionsController],
  providers: [LoginService, PasswordHashes, SessionAudit, SessionsRepository, SessionsService, UsersRepository],
  exports: [LoginService, PasswordHashes, SessionsRepository, SessionsService, UsersRepository],
})
export class SessionsModule {}
