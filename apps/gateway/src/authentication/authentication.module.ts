import { Module } from '@nestjs/common';
import { AuthenticationService } from './authentication.service.js';
import { KeyUsage } from './key-usage.js';
import { StoredKeysRepository } from './stored-keys.repository.js';

/** Who is asking. Others may ask for a caller, and say that a key is revoked. */
@Module({
  providers: [AuthenticationService, KeyUsage, StoredKeysRepository],
  exports: [AuthenticationService],
})
export class AuthenticationModule {}
