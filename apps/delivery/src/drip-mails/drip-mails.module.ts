import { Module } from '@nestjs/common';
import { HandOverRepository } from './hand-over.repository.js';
import { WithdrawalsRepository } from './withdrawals.repository.js';

/** Which messages are mails of campaigns, and whether they still go out. */
@Module({
  providers: [HandOverRepository, WithdrawalsRepository],
  exports: [HandOverRepository, WithdrawalsRepository],
})
export class DripMailsModule {}
