import { rateBucketsRetention } from '@postrider/concurrency';
import type { RetentionRule } from '@postrider/service';
import { olderThan } from '@postrider/service';

export const templateRetention: readonly RetentionRule[] = [
  rateBucketsRetention,
  // Longer than any accepted mail waits.
  { table: 'artifacts', ...olderThan('unused_since', '400 days'), everyMinutes: 24 * 60, batchSize: 1_000 },
];
