import { Module } from '@nestjs/common';
import { DripDispatchRepository } from './drip-dispatch.repository.js';
import { CancellationsRepository } from './cancellations.repository.js';

/** Which messages are mails of campaigns, and whether they still go out. */
@Module({
  providers: [DripDispatchRepository, CancellationsRepository],
  exports: [DripDispatchRepository, CancellationsRepository],
})
export class DripMailsModule {}
