export { CountedRows } from './counted-rows.js';
export { MeasuredQuota, MeasuredUsage } from './measured-usage.js';
export { holdToQuota } from './quota.js';
export type { Tenant } from './quota.js';
export { rateBucketsEntity } from './rate-buckets.entity.js';
export { RecentAnswers } from './recent-answers.js';
