export { CountedRows, enforceQuota } from './counted-rows.js';
export type { Tenant } from './counted-rows.js';
export { MeasuredQuota, MeasuredUsage } from './measured-usage.js';
export { rateBucketsEntity } from './measured-usage.js';
export { RecentUsage } from './measured-usage.js';
