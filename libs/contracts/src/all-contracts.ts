import * as customers from './customer/customers.js';
import * as customerEvents from './customer/events.js';
import * as customerExports from './customer/exports.js';
import * as customerList from './customer/customer-list.js';
import * as erasures from './customer/erasures.js';
import * as accept from './delivery/accept.js';
import * as blobs from './delivery/blobs.js';
import * as dripMails from './delivery/drip-mails.js';
import * as deliveryErasureEvents from './delivery/erasure-events.js';
import * as espAccounts from './delivery/esp-accounts.js';
import * as espWebhooks from './delivery/esp-webhooks.js';
import * as deliveryEvents from './delivery/events.js';
import * as logExport from './delivery/log-export.js';
import * as failures from './delivery/failures.js';
import * as queue from './delivery/queue.js';
import * as logSearch from './delivery/log-search.js';
import * as sentMails from './delivery/sent-mails.js';
import * as logs from './delivery/logs.js';
import * as suppressions from './delivery/suppressions.js';
import * as mailFacts from './delivery/mail-facts.js';
import * as deliveryRetention from './delivery/retention.js';
import * as deliveryUsage from './delivery/usage.js';
import type { DomainEvent } from './event.js';
import * as campaigns from './drip/campaigns.js';
import * as dripUsage from './drip/usage.js';
import * as dripEvents from './drip/events.js';
import * as dripErasureEvents from './drip/erasure-events.js';
import * as membershipExport from './drip/membership-export.js';
import * as memberships from './drip/memberships.js';
import type { Rpc } from './rpc.js';
import * as templateChecks from './template/checks.js';
import * as i18n from './template/i18n.js';
import * as rendering from './template/rendering.js';
import * as samples from './template/samples.js';
import * as snippets from './template/snippets.js';
import * as templates from './template/templates.js';
import * as templateSearch from './template/template-search.js';
import * as templateUsage from './template/usage.js';
import * as trackingEvents from './tracking/events.js';
import * as eventStreams from './tracking/event-streams.js';
import * as statistics from './tracking/statistics.js';
import * as trackingRetention from './tracking/retention.js';
import * as trackingUsage from './tracking/usage.js';
import * as webhooks from './tracking/webhooks.js';
import * as engagementExport from './tracking/engagement-export.js';
import * as engagements from './tracking/engagements.js';
import * as trackingErasureEvents from './tracking/erasure-events.js';
import * as providerEvents from './tracking/provider-events.js';

const exported: readonly unknown[] = [
  customers,
  customerEvents,
  customerExports,
  customerList,
  erasures,
  deliveryErasureEvents,
  dripErasureEvents,
  trackingErasureEvents,
  logExport,
  failures,
  queue,
  logSearch,
  sentMails,
  membershipExport,
  engagementExport,
  campaigns,
  dripEvents,
  memberships,
  accept,
  blobs,
  dripMails,
  espAccounts,
  espWebhooks,
  suppressions,
  deliveryEvents,
  logs,
  mailFacts,
  i18n,
  rendering,
  samples,
  snippets,
  templates,
  templateSearch,
  deliveryRetention,
  deliveryUsage,
  templateChecks,
  templateUsage,
  dripUsage,
  trackingEvents,
  eventStreams,
  statistics,
  trackingRetention,
  trackingUsage,
  webhooks,
  engagements,
  providerEvents,
].flatMap((module) => Object.values(module));

const isOfKind =
  <Contract extends { kind: string }>(kind: Contract['kind']) =>
  (value: unknown): value is Contract =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

/** Every call and every event there is: what the snapshot and the contract suite walk through, and what queues are declared from. */
export const rpcs: readonly Rpc[] = exported.filter(isOfKind<Rpc>('rpc'));
export const events: readonly DomainEvent[] = exported.filter(isOfKind<DomainEvent>('event'));
