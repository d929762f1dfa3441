export { CountedRows, holdToQuota } from './counted-rows.js';
export type { Tenant } from './counted-rows.js';
export { MeasuredQuota, MeasuredUsage } from './measured-usage.js';
export { rateBucketsEntity } from './rate-buckets.entity.js';
export { RecentAnswers } from './recent-answers.js';
