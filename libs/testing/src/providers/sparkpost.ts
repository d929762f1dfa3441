import { parseJson, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const error = (
  status: number,
  code: string | undefined,
  message: string,
  description?: string,
  headers: Record<string, string> = {},
): FakeResponse => ({ status, headers, body: { errors: [{ message, code, description }] } });

/** SparkPost's error responses. */
export const sparkPostErrors = {
  wrongKey: error(401, undefined, 'Unauthorized.'),
  forbidden: error(403, undefined, 'Forbidden.'),
  noRecipients: error(400, '5002', 'no valid recipients', 'no valid recipients present in the request'),
  missingField: error(422, '1300', 'required field is missing', 'content object or template_id required'),
  noSendingDomain: error(400, '7001', 'Invalid domain', 'Unconfigured Sending Domain <acme.example>'),
  quota: error(420, undefined, 'Exceed Sending Limit (hourly)'),
  rateLimited: (seconds: number): FakeResponse =>
    error(429, undefined, 'Too many requests', undefined, { 'retry-after': String(seconds) }),
  allRejected: {
    status: 200,
    body: { results: { total_rejected_recipients: 1, total_accepted_recipients: 0, id: 'sp-1' } },
  },
  internal: error(500, undefined, 'Internal Server Error'),
} as const;

interface Transmission {
  options?: Record<string, unknown>;
  recipients?: { address?: { email?: unknown } }[];
  content?: { email_rfc822?: unknown };
  metadata?: { log_id?: string };
  campaign_id?: string;
}

/** esp_kind_8: transmissions with raw email. */
export const sparkPostFake =
  ({ apiKey }: { apiKey: string }): FakeProvider =>
  (request, accept) => {
    if (request.path !== '/api/v1/transmissions') return error(404, undefined, 'Resource could not be found');
    if (request.headers.authorization !== apiKey) return sparkPostErrors.wrongKey;
    const transmission = parseJson(request) as Transmission | undefined;
    if (!transmission) return error(400, '1000', 'Syntax error');
    const raw = transmission.content?.email_rfc822;
    if (typeof raw !== 'string' || raw === '') return sparkPostErrors.missingField;
    if (Buffer.byteLength(transmission.campaign_id ?? '') > 64)
      return error(422, '1901', 'invalid params', 'campaign_id is longer than 64 bytes');
    const to = (transmission.recipients ?? []).map(({ address }) => address?.email);
    if (to.length === 0 || !to.every(looksLikeMailbox)) return sparkPostErrors.noRecipients;
    accept({ to: to as string[], logId: transmission.metadata?.log_id, raw, fields: transmission });
    return {
      status: 200,
      body: {
        results: { total_rejected_recipients: 0, total_accepted_recipients: to.length, id: '102618057586465074' },
      },
    };
  };
