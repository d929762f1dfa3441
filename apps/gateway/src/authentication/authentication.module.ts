import { Module } from '@nestjs/common';
import { AuthenticationService } from './authentication.service.js';
import { KeyUsage } from './key-usage.js';
import { SessionAuthenticationService } from './session-authentication.service.js';
import { SessionUsage } from './session-usage.js';
import { StoredKeysRepository } from './stored-keys.repository.js';
import { StoredSessionsRepository } from './stored-sessions.repository.js';

/** Who is asking. Others may ask for a caller, and say that a key is revoked or a session ended. */
@Module({
  providers: [
    AuthenticationService,
    KeyUsage,
    StoredKeysRepository,
    SessionAuthenticationService,
    SessionUsage,
    StoredSessionsRepository,
  ],
  exports: [AuthenticationService, SessionAuthenticationService, StoredSessionsRepository],
})
export class AuthenticationModule {}
