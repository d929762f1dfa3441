import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { createSample, deleteSample, listSamples, updateSample } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SamplesService } from './samples.service.js';

@Controller()
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  @Handles(listSamples)
  list(context: RequestContext, request: RequestOf<typeof listSamples>): Promise<ResponseInputOf<typeof listSamples>> {
    return this.samples.list(context, request);
  }

  @Handles(createSample)
  create(
    context: RequestContext,
    request: RequestOf<typeof createSample>,
  ): Promise<ResponseInputOf<typeof createSample>> {
    return this.samples.create(context, request);
  }

  @Handles(updateSample)
  update(
    context: RequestContext,
    request: RequestOf<typeof updateSample>,
  ): Promise<ResponseInputOf<typeof updateSample>> {
    return this.samples.update(context, request);
  }

  @Handles(deleteSample)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteSample>,
  ): Promise<ResponseInputOf<typeof deleteSample>> {
    await this.samples.delete(context, request);
    return {};
  }
}
