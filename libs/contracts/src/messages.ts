export * from './addresses.js';
export * from './rpc.js';
export * from './errors.js';
export * from './event.js';
export * from './ids.js';
export * from './primitives.js';
export * from './limits.js';
export * from './primitives.js';

export * from './template/templates.js';
export * from './template/versions.js';
export * from './template/template-search.js';
export * from './template/checks.js';
export * from './template/rendering.js';
export * from './template/samples.js';
export * from './template/snippets.js';
export * from './template/i18n.js';

export * from './delivery/message.js';
export * from './delivery/accept.js';
export * from './delivery/blobs.js';
export * from './delivery/logs.js';
export * from './delivery/log-export.js';
export * from './delivery/failures.js';
export * from './delivery/log-search.js';
export * from './delivery/queue.js';
export * from './delivery/sent-mails.js';
export * from './delivery/version-comparisons.js';
export * from './delivery/events.js';
export * from './delivery/log-events.js';
export * from './delivery/mail-outcomes.js';
export * from './delivery/esp-accounts.js';
export * from './delivery/esp-account-bodies.js';
export * from './delivery/esp-kinds.js';
export * from './delivery/esp-webhooks.js';
export * from './delivery/drip-mails.js';
export * from './delivery/hard-bounces.js';
export * from './delivery/suppressions.js';
export * from './delivery/send-proposals.js';
export * from './delivery/test-clocks.js';

export * from './tracking/events.js';
export * from './tracking/event-streams.js';
export * from './tracking/statistics.js';
export * from './tracking/webhooks.js';
export * from './tracking/engagements.js';
export * from './tracking-choice.js';
export * from './tracking/provider-events.js';

export * from './customer/customers.js';
export * from './customer/customer-list.js';
export * from './customer/erasures.js';
export * from './customer/events.js';

export * from './drip/campaigns.js';
export * from './usage.js';
export * from './drip/events.js';
export * from './drip/memberships.js';
