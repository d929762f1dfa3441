import { basicAuth, parseJson, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const problem = (
  status: number,
  ErrorCode: string,
  ErrorMessage: string,
  ...ErrorRelatedTo: string[]
): FakeResponse => ({
  status,
  body: {
    Messages: [
      {
        Status: 'error',
        Errors: [
          {
            ErrorIdentifier: 'f987008f-251a-4dff-8ffc-40f1583ad7bc',
            ErrorCode,
            StatusCode: status,
            ErrorMessage,
            ErrorRelatedTo,
          },
        ],
      },
    ],
  },
});
const general = (
  status: number,
  ErrorCode: string,
  ErrorMessage: string,
  headers: Record<string, string> = {},
): FakeResponse => ({
  status,
  headers,
  body: { ErrorIdentifier: '06df1144-c6f3-4ca7-8885-7ec5d4344113', ErrorCode, ErrorMessage, StatusCode: status },
});

/** Mailjet's error responses. */
export const mailjetErrors = {
  badRecipient: problem(400, 'mj-0013', '"ada@" is an invalid email address.', 'To[0].Email'),
  badSender: problem(400, 'mj-0013', '"billing@" is an invalid email address.', 'From.Email'),
  suspended: general(401, 'mj-0001', 'Your API key is suspended.'),
  wrongKey: general(401, 'mj-0015', 'API key authentication/authorization failure.'),
  unauthorisedSender: problem(
    403,
    'send-0008',
    '"billing@acme.example" is not an authorized sender email address for your account.',
    'From',
  ),
  noContent: problem(
    400,
    'send-0003',
    'At least "HTMLPart", "TextPart" or "TemplateID" must be provided.',
    'HTMLPart',
    'TextPart',
  ),
  forbiddenHeader: problem(400, 'send-0011', 'Header cannot be customized using the "Headers" collection.', 'Headers'),
  rateLimited: (seconds: number): FakeResponse =>
    general(429, 'mj-0004', 'Too many requests', { 'retry-after': String(seconds) }),
  internal: general(500, 'mj-0003', 'Internal error'),
} as const;

const forbiddenHeader =
  /^(from|sender|subject|to|cc|bcc|return-path|delivered-to|dkim-signature|received.*|authentication-results|user-agent|x-mailer|list-id|date|message-id|x-feedback-id|x-csa-complaints|x-mailjet-.*|x-mj-.*)$/i;

interface Address {
  Email?: unknown;
}
interface Mail {
  From?: Address;
  To?: Address[];
  Cc?: Address[];
  Bcc?: Address[];
  TextPart?: unknown;
  HTMLPart?: unknown;
  Headers?: Record<string, string>;
  CustomID?: string;
  CustomCampaign?: string;
  Attachments?: { Filename?: unknown; Base64Content?: unknown }[];
}

/** esp_kind_6: v3.1 send. */
export const mailjetFake =
  ({ apiKey, secretKey }: { apiKey: string; secretKey: string }): FakeProvider =>
  (request, accept) => {
    if (request.path !== '/v3.1/send') return general(404, 'mj-0006', 'Resource not found');
    if (request.headers.authorization !== basicAuth(apiKey, secretKey)) return mailjetErrors.wrongKey;
    const [mail] = (parseJson(request) as { Messages?: Mail[] } | undefined)?.Messages ?? [];
    if (!mail) return general(400, 'mj-0031', 'The request body is malformed');
    const to = [...(mail.To ?? []), ...(mail.Cc ?? []), ...(mail.Bcc ?? [])].map(({ Email }) => Email);
    if (!mail.To?.length || !to.every(looksLikeMailbox)) return mailjetErrors.badRecipient;
    if (!looksLikeMailbox(mail.From?.Email)) return mailjetErrors.badSender;
    if (!mail.TextPart && !mail.HTMLPart) return mailjetErrors.noContent;
    if (Object.keys(mail.Headers ?? {}).some((name) => forbiddenHeader.test(name)))
      return mailjetErrors.forbiddenHeader;
    if (mail.Attachments?.some(({ Filename, Base64Content }) => !Filename || typeof Base64Content !== 'string'))
      return problem(400, 'mj-0002', 'Filename is missing', 'Attachments');
    if ((mail.CustomCampaign ?? 'x') === '')
      return problem(400, 'mj-0002', 'CustomCampaign is empty', 'CustomCampaign');
    accept({ to: to as string[], logId: mail.CustomID, fields: mail });
    // MessageID is above 2^53, like real ones.
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: `{"Messages":[{"Status":"success","CustomID":"${mail.CustomID}","To":[{"Email":"${String(to[0])}","MessageUUID":"mj-uuid-1","MessageID":19421777835146490,"MessageHref":"x"}]}]}`,
    };
  };
