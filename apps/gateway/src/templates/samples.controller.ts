import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createSample,
  deleteSample,
  listSamples,
  ok,
  okResponse,
  sampleBody,
  sampleResource,
  updateSample,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';

/** See docs/reference/samples.md. */
@Controller('templates/:template_id/samples')
export class SamplesController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listSamples.response, { summary: 'List samples', calls: listSamples })
  list(@CurrentContext() context: RequestContext, @Param('template_id') template_id: string) {
    return this.services.call(listSamples, context, { template_id });
  }

  @Endpoint('POST', '', 'manage', ok.extend({ sample: sampleResource }), {
    summary: 'Create a sample',
    calls: createSample,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Param('template_id') template_id: string,
    @Body({ schema: sampleBody }) body: z.output<typeof sampleBody>,
  ) {
    return success({ sample: await this.services.call(createSample, context, { ...body, template_id }) });
  }

  @Endpoint('PUT', ':sample_id', 'manage', ok.extend({ sample: sampleResource }), {
    summary: 'Change a sample',
    calls: updateSample,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('template_id') template_id: string,
    @Param('sample_id') sample_id: string,
    @Body({ schema: sampleBody }) body: z.output<typeof sampleBody>,
  ) {
    return success({ sample: await this.services.call(updateSample, context, { ...body, template_id, sample_id }) });
  }

  @Endpoint('DELETE', ':sample_id', 'manage', ok, { summary: 'Delete a sample', calls: deleteSample })
  async delete(
    @CurrentContext() context: RequestContext,
    @Param('template_id') template_id: string,
    @Param('sample_id') sample_id: string,
  ) {
    await this.services.call(deleteSample, context, { template_id, sample_id });
    return okResponse;
  }
}
