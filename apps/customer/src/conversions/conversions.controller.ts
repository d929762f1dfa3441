import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, recordConversion, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { ConversionsRepository } from './conversions.repository.js';

@Controller()
export class ConversionsController {
  constructor(private readonly conversions: ConversionsRepository) {}

  @Handles(recordConversion)
  async record(
    context: RequestContext,
    { email, revenue, timestamp }: RequestOf<typeof recordConversion>,
  ): Promise<AnswerOf<typeof recordConversion>> {
    const known = await this.conversions.record(
      context.accountId,
      addressKey(email),
      revenue ?? null,
      timestamp ?? null,
    );
    if (!known) throw new ServiceError('not_found', 'Customer not found');
    return {};
  }
}
