import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import {
  acceptMessage,
  advanceTestClock,
  approveSendProposal,
  cancelDripMails,
  cancelMessage,
  checkDripMails,
  commitBlob,
  compareVersion,
  checkSenderDomain,
  createEspAccount,
  createTestClock,
  createSuppression,
  deleteEspAccount,
  deleteTestClock,
  exportLogs,
  exportSendProposals,
  findBlob,
  forgetFailures,
  getArtifact,
  getDeliveryRetention,
  getDeliveryUsage,
  getEspAccount,
  getEspAccountAttempts,
  getEspWebhook,
  getLastSendHour,
  getLog,
  getMailOutcomes,
  getQueue,
  getMailSource,
  getSentMail,
  getSendProposal,
  getTestClock,
  getTriggerContent,
  groupFailures,
  importSuppressions,
  listAttempts,
  listCustomerLogs,
  listFailures,
  listEspAccountsByPage,
  listLogEvents,
  listLogs,
  listSendProposals,
  listTestClocks,
  listWaitingTestMembers,
  listSuppressions,
  listMailAccounts,
  listMailOutcomes,
  lookUpDripMails,
  newId,
  setDripCampaignState,
  planDripMail,
  proposeSend,
  putBlobChunk,
  readAttachment,
  removeSuppressions,
  rejectSendProposal,
  replayFailures,
  rescheduleMessage,
  resendMessage,
  resolveEspWebhook,
  resolveTemplate,
  retryEspAccount,
  rotateEspWebhook,
  listNewerLogs,
  searchLogs,
  ServiceError,
  moveMail,
  setDefaultEspAccount,
  setUpEspWebhook,
  testEspAccount,
  tryEspAccount,
  showMessage,
  updateEspAccount,
  buildWebhookToken,
} from '@postrider/contracts';
import { compileVersion } from '@postrider/rendering';
import type { ContractWorld } from '@postrider/testing';
import { arrange, describeContract, waitFor } from '@postrider/testing';
import { deliveryService } from './delivery.module.js';

/** No server listens there and connections are forbidden, so accepted email waits. */
const relay = {
  name: 'Relay',
  esp_type: 'smtp' as const,
  credentials: { host: '127.0.0.1', port: 25, username: '', password: '', use_tls: false },
};
const send = acceptMessage.examples[0]!.request;
const later = { ...send, send_at: Math.floor(Date.now() / 1000) + 3600 };
const tagged = { ...later, tags: ['receipt'] };
const unknownLog = { log_id: newId('log') };
const unknownEspAccount = { esp_id: newId('espAccount') };

const espAccount = async ({ call }: ContractWorld) => ({ esp_id: (await call(createEspAccount, relay)).id });
const mailgun = {
  name: 'Mailgun',
  esp_type: 'esp_kind_2' as const,
  credentials: { api_key: 'key-2', domain: 'mg.acme.example' },
  webhook: { signing_key: 'key-1' },
};
const reporting = async ({ call }: ContractWorld) => ({ esp_id: (await call(createEspAccount, mailgun)).id });
const accepted = async (world: ContractWorld, request: typeof send = later) => {
  await espAccount(world);
  return { log_id: (await world.call(acceptMessage, request)).receipt_id };
};
const compiled = async (world: ContractWorld) => {
  const { artifact } = await compileVersion({ subject: 'Hello', html: '<p>Hello</p>' }, () => undefined);
  world.neighbours.respond(getArtifact, () => JSON.parse(JSON.stringify(artifact)) as { format: number });
  return accepted(world);
};
/** Uses a test key, so that no provider is called. */
const attempted = async (world: ContractWorld) => {
  await compiled(world);
  const { receipt_id: log_id } = await world.call(acceptMessage, { ...send, test: true });
  await waitFor(async () => (await world.call(listAttempts, { log_id })).length > 0);
  return { log_id };
};
const hello = commitBlob.examples[0]!.request;
const putHello = async ({ call }: ContractWorld) => void (await call(putBlobChunk, putBlobChunk.examples[0]!.request));
const buildKey = (request_hash: string) => ({ idempotency: { key: 'order-1', request_hash } });
const suppressed = ({ call }: ContractWorld) => call(createSuppression, createSuppression.examples[0]!.request);
const unresolved = (code: 'template_not_found' | 'version_not_found') => async (world: ContractWorld) => {
  await espAccount(world);
  world.neighbours.respond(resolveTemplate, () => {
    throw new ServiceError(code, 'Not found');
  });
  return send;
};

/** A provider that accepts every registration. */
const provider = createServer((request, response) => {
  const made = request.url?.endsWith('/add.json') ? { id: 1, auth_key: 'auth-1' } : [];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
afterAll(() => void provider.close());
const registrable = async ({ call }: ContractWorld) => {
  const account = { name: 'Mandrill', esp_type: 'esp_kind_3' as const, credentials: { api_key: 'key-3' } };
  return { esp_id: (await call(createEspAccount, account)).id };
};

const decision = approveSendProposal.examples[0]!.request;
const proposed = async (world: ContractWorld) => {
  await espAccount(world);
  return { proposal_id: (await world.call(proposeSend, proposeSend.examples[0]!.request)).id };
};
const rejected = async (world: ContractWorld) => {
  const { proposal_id } = await proposed(world);
  await world.call(rejectSendProposal, { ...decision, proposal_id });
  return { ...decision, proposal_id };
};
const clock = async (world: ContractWorld) => ({
  test_clock_id: (await world.call(createTestClock, createTestClock.examples[0]!.request)).id,
});
const unknownClock = { test_clock_id: newId('testClock') };
const testClocksSpec = { coveredBy: 'apps/delivery/src/test-clocks/test-clocks.int-spec.ts' };
const unknownProposal = { ...decision, proposal_id: newId('sendProposal') };
const proposalsSpec = { coveredBy: 'apps/delivery/src/proposals/proposals.int-spec.ts' };

describeContract(
  deliveryService,
  [
    arrange(listMailOutcomes, { given: async (world) => void (await accepted(world, tagged)) }),
    arrange(getMailOutcomes, { given: async (world) => ({ log_ids: [(await accepted(world, tagged)).log_id] }) }),
    arrange(listMailAccounts, { given: async (world) => void (await accepted(world)) }),
    arrange(checkDripMails, {
      given: async (world) => void (await espAccount(world)),
      errors: {
        esp_account_not_found: () => ({ esp_account: newId('espAccount') }),
        no_esp_account: () => ({}),
        sender_required: async (world) => {
          await espAccount(world);
          return {};
        },
      },
    }),
    arrange(planDripMail, { given: async (world) => void (await espAccount(world)) }),
    arrange(cancelDripMails, {}),
    arrange(setDripCampaignState, {}),
    arrange(lookUpDripMails, {
      given: async (world) => {
        await espAccount(world);
        const due_at = Math.floor(Date.now() / 1000) + 3600;
        await world.call(planDripMail, { ...planDripMail.examples[0]!.request, due_at });
      },
    }),
    arrange(compareVersion, {
      given: async (world) => void (await compiled(world)),
      errors: {
        not_found: async (world) => {
          await unresolved('template_not_found')(world);
          return compareVersion.examples[0]!.request;
        },
      },
    }),
    arrange(getQueue, {}),
    arrange(listFailures, {}),
    arrange(groupFailures, {}),
    arrange(replayFailures, {
      errors: {
        esp_account_not_found: () => ({ code: '4.4.1', through: newId('espAccount'), test: false }),
        quota_exceeded: { coveredBy: 'apps/delivery/src/usage/quotas.int-spec.ts' },
      },
    }),
    arrange(forgetFailures, {}),
    arrange(listNewerLogs, {
      given: async (world) => {
        for (let sent = 0; sent < 2; sent += 1) await accepted(world, tagged);
        return { newer_than: newId('log', 0), count: 1 };
      },
    }),
    arrange(searchLogs, { given: async (world) => void (await accepted(world, tagged)) }),
    arrange(listAttempts, { given: attempted, errors: { not_found: () => unknownLog } }),
    arrange(getTriggerContent, { given: (world) => accepted(world), errors: { log_not_found: () => unknownLog } }),
    arrange(acceptMessage, {
      given: async (world) => void (await espAccount(world)),
      errors: {
        template_not_found: unresolved('template_not_found'),
        version_not_found: unresolved('version_not_found'),
        invalid_template: () => ({
          ...send,
          template: undefined,
          own_content: { subject: '{{', text: 'Hello', language: 'mustache' },
        }),
        esp_account_not_found: () => ({ ...send, esp_account: newId('espAccount') }),
        no_esp_account: () => send,
        sender_required: async (world) => {
          await espAccount(world);
          return { ...send, sender: undefined };
        },
        idempotency_in_progress: { coveredBy: 'apps/standalone/src/testing/errors.int-spec.ts' },
        idempotency_mismatch: async (world) => {
          await accepted(world, { ...later, ...buildKey('a') });
          return { ...send, ...buildKey('b') };
        },
        quota_exceeded: { coveredBy: 'apps/delivery/src/usage/quotas.int-spec.ts' },
      },
    }),
    arrange(resendMessage, {
      given: (world) => accepted(world),
      errors: {
        log_not_found: () => ({ ...unknownLog, test: false }),
        idempotency_in_progress: { coveredBy: 'apps/standalone/src/testing/errors.int-spec.ts' },
        idempotency_mismatch: async (world) => ({
          ...(await accepted(world, { ...later, ...buildKey('a') })),
          test: false,
          ...buildKey('b'),
        }),
        esp_account_not_found: async (world) => {
          await espAccount(world);
          const { receipt_id } = await world.call(acceptMessage, later);
          await world.call(cancelMessage, { log_id: receipt_id });
          await world.call(deleteEspAccount, { esp_id: (await world.call(listEspAccountsByPage, {})).items[0]!.id });
          return { log_id: receipt_id, test: false };
        },
        quota_exceeded: { coveredBy: 'apps/delivery/src/usage/quotas.int-spec.ts' },
      },
    }),
    arrange(cancelMessage, {
      given: (world) => accepted(world),
      errors: {
        not_found: () => unknownLog,
        not_cancellable: async (world) => {
          const message = await accepted(world);
          await world.call(cancelMessage, message);
          return message;
        },
      },
    }),
    arrange(rescheduleMessage, {
      given: async (world) => ({ ...(await accepted(world, later)), send_at: later.send_at }),
      errors: {
        not_found: () => ({ ...unknownLog, send_at: later.send_at }),
        not_cancellable: async (world) => {
          const message = await accepted(world, later);
          await world.call(cancelMessage, message);
          return { ...message, send_at: later.send_at };
        },
      },
    }),
    arrange(showMessage, { given: compiled, errors: { not_found: () => unknownLog } }),
    arrange(getMailSource, { given: compiled, errors: { not_found: () => unknownLog } }),
    arrange(readAttachment, {
      given: async (world) => {
        await compiled(world);
        await putHello(world);
        const { blob_id } = await world.call(commitBlob, hello);
        const file = { name: 'hello.txt', bytes: 5, disposition: 'attachment' as const, blob_id };
        return accepted(world, { ...send, attachments: [file] });
      },
      errors: { not_found: () => ({ ...unknownLog, index: 0, after: -1 }) },
    }),
    arrange(getSentMail, { given: compiled, errors: { not_found: () => unknownLog } }),
    arrange(findBlob, {
      given: async (world, { sha256, upload }) => {
        if (upload || sha256 !== hello.sha256) return;
        await putHello(world);
        await world.call(commitBlob, hello);
      },
      errors: { quota_exceeded: { coveredBy: 'apps/delivery/src/usage/quotas.int-spec.ts' } },
    }),
    arrange(getDeliveryRetention, {}),
    arrange(getDeliveryUsage, { given: async (world) => void (await espAccount(world)) }),
    arrange(putBlobChunk, {}),
    arrange(commitBlob, { given: putHello }),
    arrange(listLogs, { given: async (world) => void (await accepted(world)) }),
    arrange(getLog, { given: (world) => accepted(world), errors: { not_found: () => unknownLog } }),
    arrange(listLogEvents, { given: (world) => accepted(world), errors: { not_found: () => unknownLog } }),
    arrange(exportLogs, { given: async (world) => void (await accepted(world)) }),
    arrange(listCustomerLogs, { given: async (world) => void (await accepted(world)) }),
    arrange(listEspAccountsByPage, { given: async (world) => void (await espAccount(world)) }),
    arrange(getEspAccount, { given: espAccount, errors: { not_found: () => unknownEspAccount } }),
    arrange(createEspAccount, {
      errors: {
        esp_account_not_found: () => ({ ...relay, fallback: newId('espAccount') }),
        quota_exceeded: { coveredBy: 'apps/delivery/src/usage/quotas.int-spec.ts' },
      },
    }),
    arrange(updateEspAccount, {
      given: espAccount,
      errors: {
        not_found: () => ({ ...unknownEspAccount, name: 'Relay' }),
        esp_account_not_found: async (world) => ({
          ...(await espAccount(world)),
          name: 'Relay',
          fallback: newId('espAccount'),
        }),
      },
    }),
    arrange(deleteEspAccount, {
      given: espAccount,
      errors: {
        not_found: () => unknownEspAccount,
        in_use: async (world) => {
          const fallback = await espAccount(world);
          await world.call(createEspAccount, { ...relay, fallback: fallback.esp_id });
          return fallback;
        },
      },
    }),
    arrange(moveMail, {
      given: async (world) => ({ ...(await espAccount(world)), to: (await espAccount(world)).esp_id }),
      errors: {
        not_found: async (world) => ({ ...unknownEspAccount, to: (await espAccount(world)).esp_id }),
        esp_account_not_found: async (world) => ({ ...(await espAccount(world)), to: newId('espAccount') }),
      },
    }),
    arrange(getEspAccountAttempts, { given: espAccount, errors: { not_found: () => unknownEspAccount } }),
    arrange(checkSenderDomain, {
      errors: { rate_limited: { coveredBy: 'apps/delivery/src/esp-accounts/esp-accounts.int-spec.ts' } },
    }),
    arrange(getLastSendHour, {}),
    arrange(retryEspAccount, { given: espAccount, errors: { not_found: () => unknownEspAccount } }),
    arrange(setDefaultEspAccount, { given: espAccount, errors: { esp_account_not_found: () => unknownEspAccount } }),
    arrange(testEspAccount, {
      given: espAccount,
      errors: {
        not_found: () => unknownEspAccount,
        rate_limited: { coveredBy: 'apps/delivery/src/esp-accounts/esp-accounts.int-spec.ts' },
      },
    }),
    arrange(tryEspAccount, {
      errors: { rate_limited: { coveredBy: 'apps/delivery/src/esp-accounts/esp-accounts.int-spec.ts' } },
    }),
    arrange(listSuppressions, { given: async (world) => void (await suppressed(world)) }),
    arrange(createSuppression, {
      errors: { quota_exceeded: { coveredBy: 'apps/delivery/src/suppressions/suppressions.int-spec.ts' } },
    }),
    arrange(importSuppressions, {
      errors: { quota_exceeded: { coveredBy: 'apps/delivery/src/suppressions/suppressions.int-spec.ts' } },
    }),
    arrange(removeSuppressions, { given: async (world) => void (await suppressed(world)) }),
    arrange(proposeSend, {
      given: async (world) => void (await espAccount(world)),
      errors: {
        not_found: proposalsSpec,
        idempotency_mismatch: proposalsSpec,
        template_not_found: proposalsSpec,
        version_not_found: proposalsSpec,
        invalid_template: proposalsSpec,
        esp_account_not_found: proposalsSpec,
        no_esp_account: () => proposeSend.examples[0]!.request,
        sender_required: proposalsSpec,
        quota_exceeded: proposalsSpec,
      },
    }),
    arrange(listSendProposals, { given: async (world) => void (await proposed(world)) }),
    arrange(getSendProposal, { given: proposed, errors: { not_found: () => unknownProposal } }),
    arrange(approveSendProposal, {
      given: proposed,
      errors: {
        not_found: () => unknownProposal,
        forbidden: async (world) => ({ ...decision, ...(await proposed(world)), test: true }),
        proposal_closed: rejected,
        esp_account_not_found: proposalsSpec,
        no_esp_account: async (world) => {
          const proposal = await proposed(world);
          await world.call(deleteEspAccount, { esp_id: (await world.call(listEspAccountsByPage, {})).items[0]!.id });
          return { ...decision, ...proposal };
        },
        invalid_template: proposalsSpec,
        idempotency_in_progress: { coveredBy: 'apps/standalone/src/testing/errors.int-spec.ts' },
        quota_exceeded: proposalsSpec,
      },
    }),
    arrange(rejectSendProposal, {
      given: proposed,
      errors: {
        not_found: () => unknownProposal,
        forbidden: async (world) => ({ ...decision, ...(await proposed(world)), test: true }),
        proposal_closed: rejected,
      },
    }),
    arrange(exportSendProposals, { given: async (world) => void (await proposed(world)) }),
    arrange(createTestClock, { errors: { in_use: testClocksSpec, quota_exceeded: testClocksSpec } }),
    arrange(listTestClocks, { given: async (world) => void (await clock(world)) }),
    arrange(getTestClock, { given: clock, errors: { not_found: () => unknownClock } }),
    arrange(advanceTestClock, {
      given: async (world) => {
        world.neighbours.respond(listWaitingTestMembers, () => ({ members: [] }));
        return clock(world);
      },
      errors: { not_found: () => ({ ...unknownClock, to: 0 }), invalid_request: testClocksSpec },
    }),
    arrange(deleteTestClock, { given: clock, errors: { not_found: () => unknownClock } }),
    arrange(getEspWebhook, { given: reporting, errors: { not_found: () => unknownEspAccount } }),
    arrange(rotateEspWebhook, { given: reporting, errors: { not_found: () => unknownEspAccount } }),
    arrange(setUpEspWebhook, {
      given: registrable,
      errors: {
        not_found: () => ({ ...unknownEspAccount, public_url: 'https://mail.acme.example' }),
        provider_refused: { coveredBy: 'apps/delivery/src/commands/webhooks.int-spec.ts' },
        rate_limited: { coveredBy: 'apps/delivery/src/esp-accounts/esp-accounts.int-spec.ts' },
      },
    }),
    arrange(resolveEspWebhook, {
      given: async (world) => ({ token: (await world.call(getEspWebhook, await reporting(world))).token! }),
      errors: {
        not_found: ({ context }) => ({
          token: buildWebhookToken(context.accountId, unknownEspAccount.esp_id, 'a'.repeat(43)),
        }),
      },
    }),
  ],
  {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    ESP_BASE_URLS: `esp_kind_3=http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  },
);
