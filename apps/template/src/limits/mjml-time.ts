import { Injectable } from '@nestjs/common';
import type { Claim } from '@postrider/concurrency';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { getRate, ServiceError } from '@postrider/contracts';
import type { Tenant } from '@postrider/limits';
import type { Expense } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';

const buildClaim = (context: Tenant): Claim => ({
  bucket: `mjml_seconds_per_second:${context.accountId}`,
  rate: getRate(context, 'mjml_seconds_per_second'),
});

/**
 * Limits the time an account spends on compiling MJML. An edit starts when any time is left and then runs to its end:
 * aborting it would waste its time on each retry. Overuse is paid back before the next edit.
 */
@Injectable()
export class MjmlTime {
  private readonly admitted = new WeakSet<EntityManager>();

  constructor(private readonly buckets: SharedTokenBuckets) {}

  /** The limit for one edit, identified by its transaction. */
  expense(tx: EntityManager, context: Tenant): Expense {
    const claim = buildClaim(context);
    return {
      admit: () => {
        const wait = this.admitted.has(tx) ? 0 : this.buckets.waitFor(claim);
        if (wait > 0)
          throw ServiceError.rateLimited(
            'This account has used up its time for compiling MJML; nothing was changed',
            wait,
          );
        this.admitted.add(tx);
      },
      charge: (seconds) => this.buckets.use(claim, seconds),
    };
  }

  /** Used seconds of the burst. */
  used(context: Tenant): number {
    const { burst, remaining } = this.buckets.getState(buildClaim(context));
    return burst - remaining;
  }
}
