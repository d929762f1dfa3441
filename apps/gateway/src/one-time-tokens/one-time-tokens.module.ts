import { Module } from '@nestjs/common';
import { LinkMailsRepository, OneTimeTokensRepository } from './one-time-tokens.repository.js';

/** Links that work once, and the number of emails with them. */
@Module({
  providers: [LinkMailsRepository, OneTimeTokensRepository],
  exports: [LinkMailsRepository, OneTimeTokensRepository],
})
export class OneTimeTokensModule {}
