import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { builtinAccountId, laneOf } from '../esp-accounts/lane.js';
import { QueueRepository } from './queue.repository.js';

/** Seconds: mail goes out meanwhile, and is counted again. */
const retryAfter = 10;

/** How many mails of an account wait to be sent. A send is checked against what is known, without a statement. */
@Injectable()
export class PendingMail extends MeasuredQuota {
  constructor(private readonly queue: QueueRepository) {
    super('pending_mails');
  }

  /**
   * How many more there may be, one at least.
   * @throws ServiceError `quota_exceeded`
   */
  admit(tenant: Tenant): number {
    const left = this.room(tenant);
    if (left <= 0) throw this.exceeded(tenant, retryAfter);
    return left;
  }

  protected measure(accountId: string, enough: number): Promise<number> {
    const lanes = [false, true].map((test) => laneOf(accountId, builtinAccountId, test).id);
    return this.queue.pending(accountId, lanes, enough);
  }
}
