import { parseJson, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const error = (status: number, ErrorCode: number, Message: string): FakeResponse => ({
  status,
  body: { ErrorCode, Message },
});

/** Postmark's error responses. */
export const postmarkErrors = {
  wrongToken: error(401, 10, 'No Account or Server API tokens were supplied in the HTTP headers.'),
  inactiveRecipient: error(
    422,
    406,
    'You tried to send to a recipient that has been marked as inactive. Found inactive addresses: ada@example.com.',
  ),
  invalidRequest: error(422, 300, "Invalid 'To' address: 'ada@'."),
  noSignature: error(
    422,
    400,
    "The 'From' address you supplied (billing@acme.example) is not a Sender Signature on your account.",
  ),
  outOfCredits: error(422, 405, 'Not allowed to send. You ran out of credits.'),
  forbiddenAttachment: error(422, 411, 'The attachment name is a forbidden type.'),
  maintenance: error(503, 100, 'The Postmark API is offline for maintenance.'),
  rateLimited: { status: 429, body: '' },
  partlyInactive: (...addresses: string[]): FakeResponse => ({
    status: 200,
    body: {
      ErrorCode: 0,
      MessageID: 'pm-1',
      Message: `Message OK, but will not deliver to these inactive addresses: ${addresses.join(', ')}.`,
    },
  }),
  blockedNetwork: {
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: '<html><title>403 Forbidden</title></html>',
  },
  internal: { status: 500, body: 'Internal Server Error' },
} as const;

const mailboxes = (list: unknown): string[] =>
  typeof list === 'string' && list !== '' ? list.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((item) => item.trim()) : [];

/** esp_kind_4: /email. */
export const postmarkFake =
  ({ token }: { token: string }): FakeProvider =>
  (request, accept) => {
    if (request.path !== '/email') return error(404, 701, 'The requested resource does not exist.');
    if (request.headers['x-postmark-server-token'] !== token) return postmarkErrors.wrongToken;
    const mail = parseJson(request);
    if (!mail) return error(422, 402, 'Received invalid JSON input.');
    const to = [...mailboxes(mail.To), ...mailboxes(mail.Cc), ...mailboxes(mail.Bcc)];
    if (!looksLikeMailbox(mail.From)) return error(422, 300, "Invalid 'From' address.");
    if (mailboxes(mail.To).length === 0 || !to.every(looksLikeMailbox)) return postmarkErrors.invalidRequest;
    if (!mail.TextBody && !mail.HtmlBody) return error(422, 300, 'Provide either email TextBody or HtmlBody or both.');
    const metadata = Object.entries((mail.Metadata ?? {}) as Record<string, string>);
    if (metadata.length > 10 || metadata.some(([key, value]) => key.length > 20 || value.length > 80))
      return error(422, 300, 'Metadata is too large.');
    accept({ to, logId: (mail.Metadata as { log_id?: string } | undefined)?.log_id, fields: mail });
    return {
      status: 200,
      body: {
        To: mail.To,
        SubmittedAt: '2026-11-21T04:00:00.0000000+00:00',
        MessageID: 'pm-1',
        ErrorCode: 0,
        Message: 'OK',
      },
    };
  };
