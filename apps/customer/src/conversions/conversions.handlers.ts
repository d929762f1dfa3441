import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import { recordConversion, ServiceError } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { customerKey } from '../customers/customers.service.js';
import { ConversionsRepository } from './conversions.repository.js';

@Controller()
export class ConversionsHandlers {
  constructor(private readonly conversions: ConversionsRepository) {}

  @Handles(recordConversion)
  async record(
    context: RequestContext,
    { email, revenue, timestamp }: RequestOf<typeof recordConversion>,
  ): Promise<AnswerOf<typeof recordConversion>> {
    const known = await this.conversions.record(
      context.accountId,
      customerKey(email),
      revenue ?? null,
      timestamp ?? null,
    );
    if (!known) throw new ServiceError('not_found', 'Customer not found');
    return {};
  }
}
