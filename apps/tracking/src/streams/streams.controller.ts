import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { openEventStream, readEventStream } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { StreamsService } from './streams.service.js';

@Controller()
export class StreamsController {
  constructor(private readonly streams: StreamsService) {}

  @Handles(openEventStream)
  open({ accountId }: RequestContext): Promise<ResponseInputOf<typeof openEventStream>> {
    return this.streams.open(accountId);
  }

  @Handles(readEventStream)
  read(
    { accountId }: RequestContext,
    request: RequestOf<typeof readEventStream>,
  ): Promise<ResponseInputOf<typeof readEventStream>> {
    return this.streams.read(accountId, request);
  }
}
