export { CountedRows } from './counted-rows.js';
export { MeasuredUsage } from './measured-usage.js';
export { holdToQuota } from './quota.js';
export { RecentAnswers } from './recent-answers.js';
