import { z } from 'zod';
import { espWebhookAccount } from '../delivery/esp-webhooks.js';
import { defineRpc } from '../rpc.js';

/** A provider waits up to ten seconds for the response, and some never retry a refused report. */
export const maxReportBytes = 5 * 1024 * 1024;

/** The headers that the verification of a report needs. */
export const reportHeaders = [
  'authorization',
  'content-type',
  'x-twilio-email-event-webhook-signature',
  'x-twilio-email-event-webhook-timestamp',
  'x-mandrill-signature',
  'x-amz-sns-message-type',
] as const;

const exampleUrl = `https://mail.acme.example/webhooks/esp/${'01KQV5Xx7GJ8sVJ4mB2cDe'.repeat(2)}${'a'.repeat(43)}`;

/** A provider's raw report. Once it responds, the report is verified and its events are published. */
export const takeReport = defineRpc({
  pattern: 'tracking.report.take.v2',
  request: z.object({
    account: espWebhookAccount,
    /** The webhook URL of the provider, because some signatures include it. */
    url: z.string().max(2048),
    headers: z.partialRecord(z.enum(reportHeaders), z.string().max(4096)),
    /** In base64, because signatures cover the exact bytes. */
    body: z.base64().max(Math.ceil(maxReportBytes / 3) * 4),
  }),
  response: z.object({}),
  errors: ['unauthenticated', 'invalid_request'],
  timeoutMs: 8_000,
  examples: [
    {
      name: 'of a provider that authenticates by Basic',
      request: {
        account: {
          esp_id: 'esp_01KQV5Xx7GJ8sVJ4mB2cDe',
          esp_type: 'esp_kind_4' as const,
          settings: { username: 'hook', password: 'secret' },
        },
        url: exampleUrl,
        headers: { authorization: 'Basic aG9vazpzZWNyZXQ=', 'content-type': 'application/json' },
        body: Buffer.from(
          JSON.stringify({
            RecordType: 'Delivery',
            MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
            Recipient: 'ada@example.com',
            DeliveredAt: '2026-11-05T16:33:54.9070259Z',
            Details: '250 2.0.0 OK',
            Metadata: { log_id: 'log_01KQV5Xx7GJ8sVJ4mB2cDe' },
          }),
        ).toString('base64'),
      },
      response: {},
    },
  ],
});
