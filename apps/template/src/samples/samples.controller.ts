import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { createSample, deleteSample, listSamples, updateSample } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SamplesService } from './samples.service.js';

@Controller()
export class SamplesController {
  constructor(private readonly samples: SamplesService) {}

  @Handles(listSamples)
  list(context: RequestContext, request: RequestOf<typeof listSamples>): Promise<AnswerOf<typeof listSamples>> {
    return this.samples.list(context, request);
  }

  @Handles(createSample)
  create(context: RequestContext, request: RequestOf<typeof createSample>): Promise<AnswerOf<typeof createSample>> {
    return this.samples.create(context, request);
  }

  @Handles(updateSample)
  update(context: RequestContext, request: RequestOf<typeof updateSample>): Promise<AnswerOf<typeof updateSample>> {
    return this.samples.update(context, request);
  }

  @Handles(deleteSample)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteSample>,
  ): Promise<AnswerOf<typeof deleteSample>> {
    await this.samples.delete(context, request);
    return {};
  }
}
