import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { conversionBody, ok, okResponse, recordConversion } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import type { CustomerPath } from './customer-path.js';
import { customerPath } from './customer-path.js';
import { CurrentContext, Endpoint } from '../http/endpoint.js';

/** See docs/reference/conversions.md. */
@Controller('customers/:email/conversions')
export class ConversionsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('POST', '', 'send', ok, { summary: 'Record a conversion', calls: recordConversion })
  async record(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) path: CustomerPath,
    @Body({ schema: conversionBody }) body: z.output<typeof conversionBody>,
  ) {
    await this.services.call(recordConversion, context, { ...body, ...path });
    return okResponse;
  }
}
