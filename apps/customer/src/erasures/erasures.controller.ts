import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { eraseCustomer, getErasure } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Handles(eraseCustomer)
  erase(context: RequestContext, { email }: RequestOf<typeof eraseCustomer>): Promise<AnswerOf<typeof eraseCustomer>> {
    return this.erasures.start(context, email);
  }

  @Handles(getErasure)
  get(context: RequestContext, { erasure_id }: RequestOf<typeof getErasure>): Promise<AnswerOf<typeof getErasure>> {
    return this.erasures.get(context, erasure_id);
  }
}
