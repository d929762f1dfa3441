import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { endAbTest, setAbTest } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { AbTestsService } from './ab-tests.service.js';

@Controller()
export class AbTestsController {
  constructor(private readonly abTests: AbTestsService) {}

  @Handles(setAbTest)
  set(context: RequestContext, request: RequestOf<typeof setAbTest>): Promise<ResponseInputOf<typeof setAbTest>> {
    return this.abTests.set(context, request);
  }

  @Handles(endAbTest)
  end(context: RequestContext, request: RequestOf<typeof endAbTest>): Promise<ResponseInputOf<typeof endAbTest>> {
    return this.abTests.end(context, request);
  }
}
