import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { eraseCustomer, getErasure } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Handles(eraseCustomer)
  erase(
    context: RequestContext,
    { email }: RequestOf<typeof eraseCustomer>,
  ): Promise<ResponseInputOf<typeof eraseCustomer>> {
    return this.erasures.start(context, email);
  }

  @Handles(getErasure)
  get(
    context: RequestContext,
    { erasure_id }: RequestOf<typeof getErasure>,
  ): Promise<ResponseInputOf<typeof getErasure>> {
    return this.erasures.get(context, erasure_id);
  }
}
