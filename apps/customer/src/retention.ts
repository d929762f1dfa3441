import type { RetentionRule } from '@postrider/service';
import { olderThan } from '@postrider/service';

export const customerRetention: readonly RetentionRule[] = [
  // As long as the ids of events: longer than one is on its way, replayed dead letters included.
  {
    table: 'deletions',
    where: `deleted_at < extract(epoch from now() - interval '7 days')`,
    orderBy: 'deleted_at',
    everyMinutes: 60,
    batchSize: 5_000,
  },
  { table: 'erasures', ...olderThan('created_at', '90 days'), everyMinutes: 60, batchSize: 2_000 },
];
