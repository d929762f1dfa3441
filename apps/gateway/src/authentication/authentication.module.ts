import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { Authentication } from './authentication.middleware.js';
import { AuthenticationService } from './authentication.service.js';
import { KeyUsage, SessionUsage } from './last-use.js';
import { SessionAuthenticationService } from './session-authentication.service.js';
import { StoredKeysRepository } from './stored-keys.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

/** Authentication by API key or session. Other modules invalidate cached keys and sessions here. */
@Module({
  imports: [HttpModule],
  providers: [
    Authentication,
    AuthenticationService,
    KeyUsage,
    StoredKeysRepository,
    SessionAuthenticationService,
    SessionUsage,
    StoredSessionsRepository,
  ],
  exports: [Authentication, AuthenticationService, SessionAuthenticationService, StoredSessionsRepository],
})
export class AuthenticationModule {}
