import { Module } from '@nestjs/common';
import { StreamEventsRepository } from './stream-events.repository.js';
import { StreamingAccounts } from './streaming-accounts.js';
import { StreamsController } from './streams.controller.js';
import { StreamsPurge } from './streams-purge.js';
import { StreamsService } from './streams.service.js';

/** Live streams of email events. */
@Module({
  controllers: [StreamsController],
  providers: [StreamEventsRepository, StreamingAccounts, StreamsPurge, StreamsService],
  exports: [StreamEventsRepository, StreamingAccounts],
})
export class StreamsModule {}
