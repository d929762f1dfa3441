import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { checkLinks } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { LinkChecksService } from './link-checks.service.js';

@Controller()
export class LinkChecksController {
  constructor(private readonly checks: LinkChecksService) {}

  @Handles(checkLinks)
  check(context: RequestContext, request: RequestOf<typeof checkLinks>): Promise<ResponseInputOf<typeof checkLinks>> {
    return this.checks.check(context, request);
  }
}
