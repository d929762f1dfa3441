import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { createSuppression, importSuppressions, listSuppressions, removeSuppressions } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SuppressionsRepository } from './suppressions.repository.js';
import { SuppressionsService } from './suppressions.service.js';

@Controller()
export class SuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsRepository,
    private readonly adding: SuppressionsService,
  ) {}

  @Handles(listSuppressions)
  list(
    context: RequestContext,
    query: RequestOf<typeof listSuppressions>,
  ): Promise<ResponseInputOf<typeof listSuppressions>> {
    return this.suppressions.page(context.accountId, query);
  }

  @Handles(createSuppression)
  create(
    context: RequestContext,
    body: RequestOf<typeof createSuppression>,
  ): Promise<ResponseInputOf<typeof createSuppression>> {
    return this.adding.create(context, body);
  }

  @Handles(importSuppressions)
  import(
    context: RequestContext,
    part: RequestOf<typeof importSuppressions>,
  ): Promise<ResponseInputOf<typeof importSuppressions>> {
    return this.adding.import(context, part);
  }

  @Handles(removeSuppressions)
  async remove(
    { accountId }: RequestContext,
    { email, reason }: RequestOf<typeof removeSuppressions>,
  ): Promise<ResponseInputOf<typeof removeSuppressions>> {
    return { removed: await this.suppressions.remove(accountId, email, reason) };
  }
}
