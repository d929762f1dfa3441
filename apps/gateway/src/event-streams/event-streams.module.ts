import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { EventStreamsController } from './event-streams.controller.js';
import { EventStreams } from './event-streams.js';

/** Server-sent event streams. */
@Module({
  imports: [AuthenticationModule],
  controllers: [EventStreamsController],
  providers: [EventStreams],
  exports: [EventStreams],
})
export class EventStreamsModule {}
