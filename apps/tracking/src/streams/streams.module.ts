import { Module } from '@nestjs/common';
import { StreamEventsConsumer } from './stream-events.consumer.js';
import { StreamEventsRepository } from './stream-events.repository.js';
import { StreamingAccounts } from './streaming-accounts.js';
import { StreamsController } from './streams.controller.js';
import { StreamsPurge } from './streams-purge.js';
import { StreamsService } from './streams.service.js';

/** What becomes of mail, for whoever listens to it as it happens. */
@Module({
  controllers: [StreamsController],
  providers: [StreamEventsConsumer, StreamEventsRepository, StreamingAccounts, StreamsPurge, StreamsService],
})
export class StreamsModule {}
