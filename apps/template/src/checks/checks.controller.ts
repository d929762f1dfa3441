import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { checkTemplate, getVersionSchema, previewTemplate } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CheckService, SchemaService } from './check.service.js';
import { PreviewService } from './preview.service.js';

@Controller()
export class ChecksController {
  constructor(
    private readonly checks: CheckService,
    private readonly previews: PreviewService,
    private readonly schemas: SchemaService,
  ) {}

  @Handles(checkTemplate)
  check(
    context: RequestContext,
    request: RequestOf<typeof checkTemplate>,
  ): Promise<ResponseInputOf<typeof checkTemplate>> {
    return this.checks.check(context, request);
  }

  @Handles(previewTemplate)
  preview(
    context: RequestContext,
    request: RequestOf<typeof previewTemplate>,
  ): Promise<ResponseInputOf<typeof previewTemplate>> {
    return this.previews.preview(context, request);
  }

  @Handles(getVersionSchema)
  schema(
    context: RequestContext,
    request: RequestOf<typeof getVersionSchema>,
  ): Promise<ResponseInputOf<typeof getVersionSchema>> {
    return this.schemas.ofVersion(context, request);
  }
}
