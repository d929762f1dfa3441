import { Injectable } from '@nestjs/common';
import type { Tenant } from '@postrider/limits';
import { MeasuredQuota } from '@postrider/limits';
import { builtinAccountId, toLane } from '../esp-accounts/lane.js';
import { QueueRepository } from './queue.repository.js';

/** Seconds after which pending email is likely to be less. */
const retryAfter = 10;

/** Quota for the pending emails of an account. Sends are checked against the last measurement, without a statement. */
@Injectable()
export class PendingMail extends MeasuredQuota {
  constructor(private readonly queue: QueueRepository) {
    super('pending_mails');
  }

  /**
   * How many more emails may wait, at least one.
   * @throws ServiceError `quota_exceeded`
   */
  admit(tenant: Tenant): number {
    const left = this.remaining(tenant);
    if (left <= 0) throw this.exceeded(tenant, retryAfter);
    return left;
  }

  protected measure(accountId: string, enough: number): Promise<number> {
    const lanes = [false, true].map((test) => toLane(accountId, builtinAccountId, test).id);
    return this.queue.pending(accountId, lanes, enough);
  }
}
