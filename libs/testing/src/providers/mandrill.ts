import { parseJson, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const error = (name: string, message: string, status = 500): FakeResponse => ({
  status,
  body: { status: 'error', code: -1, name, message },
});
const result = (email: string, fields: Record<string, unknown>): FakeResponse => ({
  status: 200,
  body: [{ email, _id: 'md-1', reject_reason: null, queued_reason: null, ...fields }],
});

/** Mandrill's error responses, nearly always with HTTP 500. */
export const mandrillErrors = {
  rejected: (email: string, reason: string): FakeResponse =>
    result(email, { status: 'rejected', reject_reason: reason }),
  invalid: (email: string): FakeResponse => result(email, { status: 'invalid', _id: undefined }),
  queued: (email: string, reason: string): FakeResponse => result(email, { status: 'queued', queued_reason: reason }),
  wrongKey: error('Invalid_Key', 'Invalid API key'),
  paymentRequired: error('PaymentRequired', 'The requested feature requires payment.'),
  invalidRequest: error('ValidationError', 'You must specify a raw_message value'),
  general: error('GeneralError', 'An unexpected error occurred processing the request.'),
  rateLimited: (seconds: number): FakeResponse => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: 'Too Many Requests',
  }),
  noJson: { status: 500, body: '<html>Internal Server Error</html>' },
} as const;

/** esp_kind_3: messages/send-raw. */
export const mandrillFake =
  ({ apiKey }: { apiKey: string }): FakeProvider =>
  (request, accept) => {
    if (!/^\/api\/1\.\d\/messages\/send-raw(\.json)?$/.test(request.path))
      return error('Unknown_Method', 'Unknown method', 404);
    const body = parseJson(request) as { key?: unknown; raw_message?: unknown; to?: unknown } | undefined;
    if (body?.key !== apiKey) return mandrillErrors.wrongKey;
    const { raw_message: raw, to } = body;
    if (typeof raw !== 'string' || raw === '') return mandrillErrors.invalidRequest;
    if (!Array.isArray(to) || to.length === 0)
      return error('ValidationError', 'Validation error: {"to":"Please enter an array"}');
    const header = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
    if (raw.split('\r\n').some((line) => line.length > 998)) return error('ValidationError', 'Line too long');
    const tags = /^X-MC-Tags: (.+)$/im.exec(header)?.[1]?.split(',') ?? [];
    if (tags.some((tag) => !/^[^_]/.test(tag) || tag.length > 50))
      return error('ValidationError', 'Validation error: {"tags":"not a valid tag"}');
    const metadata = /^X-MC-Metadata: (.+)$/im.exec(header)?.[1];
    accept({
      to: to as string[],
      logId: metadata === undefined ? undefined : (JSON.parse(metadata) as { log_id?: string }).log_id,
      raw,
    });
    return {
      status: 200,
      body: to.map((email: unknown, index) => ({
        email,
        status: looksLikeMailbox(email) ? 'sent' : 'invalid',
        _id: `md-${index + 1}`,
        reject_reason: null,
        queued_reason: null,
      })),
    };
  };
