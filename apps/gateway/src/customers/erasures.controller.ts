import { Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import { getErasure } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { CurrentContext, Endpoint } from '../http/endpoint.js';

/** See docs/reference/personal-data.md#erase-a-person. */
@Controller('erasures')
export class ErasuresController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', ':id', 'read', getErasure.response, {
    summary: 'Show the progress of an erasure',
    calls: getErasure,
  })
  get(@CurrentContext() context: RequestContext, @Param('id') erasure_id: string) {
    return this.services.call(getErasure, context, { erasure_id });
  }
}
