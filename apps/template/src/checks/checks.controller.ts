import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { checkTemplate, getVersionSchema } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CheckService } from './check.service.js';
import { SchemaService } from './schema.service.js';

@Controller()
export class ChecksController {
  constructor(
    private readonly checks: CheckService,
    private readonly schemas: SchemaService,
  ) {}

  @Handles(checkTemplate)
  check(context: RequestContext, request: RequestOf<typeof checkTemplate>): Promise<AnswerOf<typeof checkTemplate>> {
    return this.checks.check(context, request);
  }

  @Handles(getVersionSchema)
  schema(
    context: RequestContext,
    request: RequestOf<typeof getVersionSchema>,
  ): Promise<AnswerOf<typeof getVersionSchema>> {
    return this.schemas.ofVersion(context, request);
  }
}
