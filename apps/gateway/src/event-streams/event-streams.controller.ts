import { Controller, Query, Req, Res } from '@nestjs/common';
import type { EventStreamQuery } from '@postrider/contracts';
import { eventStreamQuery } from '@postrider/contracts';
import type { Response } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import { Endpoint } from '../http/endpoint.js';
import { EventStreams } from './event-streams.js';

/** See docs/reference/event-streams.md. */
@Controller('events')
export class EventStreamsController {
  constructor(private readonly streams: EventStreams) {}

  @Endpoint(
    'GET',
    'stream',
    'read',
    { contentType: 'text/event-stream' },
    {
      summary: 'Stream events',
      description:
        'Server-sent events, as they happen. The `data` of each is what webhooks receive, with its `id`. The header `Last-Event-ID` continues after an event. The response does not end.',
    },
  )
  stream(
    @Req() request: ApiRequest,
    @Res() response: Response,
    @Query({ schema: eventStreamQuery }) query: EventStreamQuery,
  ): Promise<void> {
    return this.streams.serve(request, response, query);
  }
}
