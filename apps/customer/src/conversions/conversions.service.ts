import { Injectable } from '@nestjs/common';
import type { recordConversion, RequestContext, RequestOf } from '@postrider/contracts';
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
}
