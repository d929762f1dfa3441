import { Injectable } from '@nestjs/common';
import type { AnswerOf, listConversions, recordConversion, RequestContext, RequestOf } from '@postrider/contracts';
import { addressKey, ServiceError } from '@postrider/contracts';
import { ConversionsRepository } from './conversions.repository.js';

@Injectable()
export class ConversionsService {
  constructor(private readonly conversions: ConversionsRepository) {}

  async record(
    { accountId }: RequestContext,
    { email, revenue, timestamp }: RequestOf<typeof recordConversion>,
  ): Promise<void> {
    const known = await this.conversions.record(accountId, addressKey(email), revenue ?? null, timestamp ?? null);
    if (!known) throw new ServiceError('not_found', 'Customer not found');
  }

  /** Of a piece the last one says where the next begins. */
  list(
    { accountId }: RequestContext,
    { email, after = '0' }: RequestOf<typeof listConversions>,
  ): Promise<AnswerOf<typeof listConversions>> {
    if (!/^\d{1,18}$/.test(after))
      throw ServiceError.invalidFields([{ field: 'after', message: 'is of no conversion' }]);
    return this.conversions.list(accountId, addressKey(email), after);
  }
}
