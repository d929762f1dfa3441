import { randomBytes } from 'node:crypto';
import {
  checkLinks,
  claimAlertEmails,
  createAlert,
  createWebhook,
  deleteAlert,
  deleteWebhook,
  getAlert,
  getLastSent,
  getClickedLinks,
  getStatistics,
  exportEngagements,
  getTrackingRetention,
  getTrackingUsage,
  getWebhook,
  listAlerts,
  listWebhookAttempts,
  listWebhooks,
  newId,
  openEventStream,
  readEventStream,
  recordEngagements,
  recordUnsubscribe,
  replayWebhook,
  rotateWebhookSecret,
  settleAlertEmails,
  takeReport,
  testAlert,
  testWebhook,
  updateAlert,
  updateWebhook,
} from '@postrider/contracts';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract, waitFor } from '@postrider/testing';
import { WebhookReceiver } from './testing/webhook-receiver.js';
import { trackingService } from './tracking.service-definition.js';

const body = createWebhook.examples[0]!.request;
/** The endpoint of the webhooks in these tests. */
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  receiver.status('/refuses', 500, 'Internal Server Error');
});
afterAll(() => receiver.stop());

const webhook = async (world: ContractWorld, more: object = {}): Promise<{ webhook_id: string }> => {
  const created = await world.call(createWebhook, { ...body, ...more });
  return { webhook_id: created.webhook.id };
};
const alert = async (world: ContractWorld): Promise<{ alert_id: string }> => {
  const { id } = await world.call(createAlert, createAlert.examples[0]!.request);
  return { alert_id: id };
};
const unknownAlert = { not_found: () => ({ alert_id: newId('alert') }) };
const unknown = { not_found: () => ({ webhook_id: newId('webhook') }) };
const rejected = {
  ...unknown,
  webhook_disabled: (world: ContractWorld) => webhook(world, { enabled: false }),
  quota_exceeded: { coveredBy: 'apps/tracking/src/webhooks/webhooks.int-spec.ts' },
};
/** An event that the endpoint rejects: there is one attempt, and the next is scheduled. */
const tested = async (world: ContractWorld): Promise<{ webhook_id: string; event_id: string }> => {
  const { webhook_id } = await webhook(world, { url: receiver.url('/refuses') });
  const { event_id } = await world.call(testWebhook, { webhook_id });
  await waitFor(async () => (await world.call(listWebhookAttempts, { webhook_id })).data.length > 0);
  return { webhook_id, event_id };
};

const example = takeReport.examples[0]!.request;

describeContract(
  trackingService,
  [
    arrange(takeReport, {
      errors: {
        unauthenticated: () => ({ ...example, headers: {} }),
        invalid_request: () => ({ ...example, body: '' }),
      },
    }),
    arrange(listWebhooks, { given: async (world) => void (await webhook(world)) }),
    arrange(createWebhook, {
      errors: { quota_exceeded: { coveredBy: 'apps/tracking/src/webhooks/webhooks.int-spec.ts' } },
    }),
    arrange(getWebhook, { given: (world) => webhook(world), errors: unknown }),
    arrange(updateWebhook, {
      given: (world) => webhook(world),
      errors: { not_found: () => ({ ...body, webhook_id: newId('webhook') }) },
    }),
    arrange(deleteWebhook, { given: (world) => webhook(world), errors: unknown }),
    arrange(rotateWebhookSecret, { given: (world) => webhook(world), errors: unknown }),
    arrange(testWebhook, { given: (world) => webhook(world), errors: rejected }),
    arrange(replayWebhook, {
      given: async (world, { what }) => {
        const { webhook_id, event_id } = await tested(world);
        return { webhook_id, what: what?.event_id === undefined ? what : { event_id } };
      },
      errors: {
        not_found: () => ({ webhook_id: newId('webhook'), what: { since: 0 } }),
        webhook_disabled: async (world) => ({ ...(await webhook(world, { enabled: false })), what: { since: 0 } }),
        quota_exceeded: rejected.quota_exceeded,
      },
    }),
    arrange(listWebhookAttempts, { given: tested, errors: unknown }),
    arrange(listAlerts, { given: async (world) => void (await alert(world)) }),
    arrange(createAlert, {
      errors: { quota_exceeded: { coveredBy: 'apps/tracking/src/alerts/notifications.int-spec.ts' } },
    }),
    arrange(getAlert, { given: alert, errors: unknownAlert }),
    arrange(updateAlert, {
      given: alert,
      errors: { not_found: () => ({ ...updateAlert.examples[0]!.request, alert_id: newId('alert') }) },
    }),
    arrange(deleteAlert, { given: alert, errors: unknownAlert }),
    arrange(checkLinks, {
      errors: { rate_limited: { coveredBy: 'apps/tracking/src/link-checks/link-checks.int-spec.ts' } },
    }),
    arrange(testAlert, {
      given: alert,
      errors: {
        ...unknownAlert,
        rate_limited: { coveredBy: 'apps/tracking/src/alerts/alerts.int-spec.ts' },
        webhook_disabled: { coveredBy: 'apps/tracking/src/alerts/notifications.int-spec.ts' },
      },
    }),
    arrange(claimAlertEmails, {
      given: async (world, { mail_account_id }) => {
        if (mail_account_id !== undefined) await world.call(testAlert, await alert(world));
      },
    }),
    arrange(settleAlertEmails, {}),
    arrange(recordEngagements, { given: () => ({}) }),
    arrange(exportEngagements, {
      given: async ({ call }) => {
        const log_id = newId('log');
        await call(recordUnsubscribe, { log_id, via: 'page', user_agent: 'Mozilla/5.0' });
        return { log_ids: [log_id] };
      },
    }),
    arrange(recordUnsubscribe, { given: () => ({ log_id: newId('log') }) }),
    arrange(getClickedLinks, {}),
    arrange(getLastSent, {}),
    arrange(getStatistics, { errors: { invalid_request: () => ({ from: 2, to: 1 }) } }),
    arrange(openEventStream, {}),
    arrange(readEventStream, {}),
    arrange(getTrackingRetention, {}),
    arrange(getTrackingUsage, { given: async (world) => void (await webhook(world)) }),
  ],
  {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_HTTP: 'true',
  },
);
