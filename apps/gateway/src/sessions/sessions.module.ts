import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { PasswordHashes } from '../passwords/password-hashes.js';
import { UsersRepository } from './users.repository.js';
import { LogInService, SessionAudit } from './log-in.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

/** Users who log in. What lets somebody in by a link begins a session here. */
@Module({
  imports: [AuthenticationModule],
  controllers: [SessionsController],
  providers: [LogInService, PasswordHashes, SessionAudit, SessionsRepository, SessionsService, UsersRepository],
  exports: [LogInService, PasswordHashes, SessionsRepository, SessionsService, UsersRepository],
})
export class SessionsModule {}
