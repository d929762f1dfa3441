import { Injectable } from '@nestjs/common';
import type { Claim } from '@postrider/concurrency';
import { SharedTokenBuckets } from '@postrider/concurrency';
import { rateOf, ServiceError } from '@postrider/contracts';
import type { Tenant } from '@postrider/limits';
import type { Expense } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';

const claimOf = (context: Tenant): Claim => ({
  bucket: `mjml_seconds_per_second:${context.accountId}`,
  rate: rateOf(context, 'mjml_seconds_per_second'),
});

/**
 * The time that compiling MJML takes, by account. An edit begins where some is left and is then carried out, whatever it takes: one that is cut
 * off halfway would use up its time again and again. What it took too much is paid back before the next one.
 */
@Injectable()
export class MjmlTime {
  private readonly admitted = new WeakSet<EntityManager>();

  constructor(private readonly buckets: SharedTokenBuckets) {}

  /** Of one edit, which is its transaction. */
  expense(tx: EntityManager, context: Tenant): Expense {
    const claim = claimOf(context);
    return {
      admit: () => {
        const wait = this.admitted.has(tx) ? 0 : this.buckets.waitFor(claim);
        if (wait > 0)
          throw ServiceError.rateLimited('Compiling MJML has taken too much time lately; nothing was changed', wait);
        this.admitted.add(tx);
      },
      charge: (seconds) => this.buckets.use(claim, seconds),
    };
  }

  /** Seconds of the burst that are used. */
  used(context: Tenant): number {
    const { burst, remaining } = this.buckets.standing(claimOf(context));
    return burst - remaining;
  }
}
