export { CountedRows } from './counted-rows.js';
export { MeasuredUsage } from './measured-usage.js';
export { holdToQuota } from './quota.js';
export { RecentAnswers } from './recent-answers.js';
export { SharedBuckets } from './shared-buckets.js';
export type { Claim, Decision } from './shared-buckets.js';
export { rateBucketsRetention, rateBucketsTable } from './tables.js';
export { TokenBucket } from './token-bucket.js';
export type { Standing } from './token-bucket.js';
