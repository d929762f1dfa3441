import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { forgetFailures, groupFailures, listFailures, replayFailures } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { FailuresService } from './failures.service.js';

@Controller()
export class FailuresController {
  constructor(private readonly failures: FailuresService) {}

  @Handles(listFailures)
  list(context: RequestContext, query: RequestOf<typeof listFailures>): Promise<ResponseInputOf<typeof listFailures>> {
    return this.failures.list(context, query);
  }

  @Handles(groupFailures)
  groups(
    context: RequestContext,
    query: RequestOf<typeof groupFailures>,
  ): Promise<ResponseInputOf<typeof groupFailures>> {
    return this.failures.groups(context, query);
  }

  @Handles(replayFailures)
  replay(
    context: RequestContext,
    request: RequestOf<typeof replayFailures>,
  ): Promise<ResponseInputOf<typeof replayFailures>> {
    return this.failures.replay(context, request);
  }

  @Handles(forgetFailures)
  forget(
    context: RequestContext,
    request: RequestOf<typeof forgetFailures>,
  ): Promise<ResponseInputOf<typeof forgetFailures>> {
    return this.failures.forget(context, request);
  }
}
