import { z } from 'zod';
import { defineRpc } from '../rpc.js';

/** A provider waits ten seconds for its answer at the most, and some give up for good when they are refused. */
export const maxReportBytes = 5 * 1024 * 1024;

/** The headers that verifying a report takes. */
export const reportHeaders = [
  'authorization',
  'content-type',
  'x-twilio-email-event-webhook-signature',
  'x-twilio-email-event-webhook-timestamp',
  'x-mandrill-signature',
  'x-amz-sns-message-type',
] as const;

const token = z.string().max(128);
const exampleToken = `${'01KQV5Xx7GJ8sVJ4mB2cDe'.repeat(2)}${'a'.repeat(43)}`;

/** Asked before the body of a report is read: whether there is anybody it could be for. */
export const admitReport = defineRpc({
  pattern: 'tracking.report.admit.v1',
  request: z.object({ token }),
  response: z.object({}),
  errors: ['not_found'],
  examples: [{ name: 'a known address', request: { token: exampleToken }, response: {} }],
});

/** What a provider reports of mails, as it came. When this has answered, it is verified and stored. */
export const takeReport = defineRpc({
  pattern: 'tracking.report.take.v1',
  request: z.object({
    token,
    /** The address that the provider was given: some sign it. */
    url: z.string().max(2048),
    headers: z.partialRecord(z.enum(reportHeaders), z.string().max(4096)),
    /** In base64: signatures are of the bytes. */
    body: z.base64().max(Math.ceil(maxReportBytes / 3) * 4),
  }),
  response: z.object({}),
  errors: ['not_found', 'unauthenticated', 'invalid_request'],
  timeoutMs: 8_000,
  examples: [
    {
      name: 'of a provider that authenticates by Basic',
      request: {
        token: exampleToken,
        url: `https://mail.acme.example/webhooks/esp/${exampleToken}`,
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
