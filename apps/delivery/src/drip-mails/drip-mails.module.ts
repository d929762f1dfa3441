import { Module } from '@nestjs/common';
import { DripDispatchRepository } from './drip-dispatch.repository.js';
import { CancellationsRepository } from './cancellations.repository.js';

/** Campaign emails: their states, dispatch and cancellation. */
@Module({
  providers: [DripDispatchRepository, CancellationsRepository],
  exports: [DripDispatchRepository, CancellationsRepository],
})
export class DripMailsModule {}
