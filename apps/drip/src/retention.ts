import type { RetentionRule } from '@postrider/service';
import { idempotencyRetention } from '@postrider/service';

const forgetAt = 'coalesce(forget_at, departed_at + 2592000)';

export const dripRetention: readonly RetentionRule[] = [
  idempotencyRetention,
  // Deactivations: no send from before them can put anybody in any more.
  {
    table: 'departures',
    where: `${forgetAt} <= extract(epoch from now())`,
    orderBy: forgetAt,
    everyMinutes: 10,
    batchSize: 5_000,
  },
];
