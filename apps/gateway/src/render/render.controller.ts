import { Body, Controller } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { ok, renderBody, renderTemplate } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';

/** See docs/reference/render.md. */
@Controller('render')
export class RenderController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('POST', '', 'read', ok.extend(renderTemplate.response.shape), {
    summary: 'Render a template without sending',
    calls: renderTemplate,
    renders: true,
  })
  async render(
    @CurrentContext() context: RequestContext,
    @Body({ schema: renderBody }) body: z.output<typeof renderBody>,
  ) {
    return success(await this.services.call(renderTemplate, context, body));
  }
}
