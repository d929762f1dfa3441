import { Module } from '@nestjs/common';
import { LinkMailsRepository, OneTimeTokensRepository } from './one-time-tokens.repository.js';

/** Links that work once, and how many mails with them were sent. */
@Module({
  providers: [LinkMailsRepository, OneTimeTokensRepository],
  exports: [LinkMailsRepository, OneTimeTokensRepository],
})
export class OneTimeTokensModule {}
