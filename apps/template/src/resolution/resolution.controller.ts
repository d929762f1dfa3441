import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { renderTemplate, resolveTemplate } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { RenderService } from './render.service.js';
import { ResolutionService } from './resolution.service.js';

@Controller()
export class ResolutionController {
  constructor(
    private readonly resolution: ResolutionService,
    private readonly renders: RenderService,
  ) {}

  @Handles(resolveTemplate)
  resolve(
    context: RequestContext,
    request: RequestOf<typeof resolveTemplate>,
  ): Promise<ResponseInputOf<typeof resolveTemplate>> {
    return this.resolution.resolve(context, request);
  }

  @Handles(renderTemplate)
  render(
    context: RequestContext,
    request: RequestOf<typeof renderTemplate>,
  ): Promise<ResponseInputOf<typeof renderTemplate>> {
    return this.renders.render(context, request);
  }
}
