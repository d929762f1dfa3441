import { parseJson, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const error = (
  status: number,
  message: string,
  field: string | null = null,
  headers: Record<string, string> = {},
): FakeResponse => ({ status, headers, body: { errors: [{ message, field, help: null }] } });

/** SendGrid's error responses. */
export const sendGridErrors = {
  badRecipient: error(400, 'Does not contain a valid address.', 'personalizations.0.to.0.email'),
  wrongKey: error(401, 'The provided authorization grant is invalid, expired, or revoked'),
  unverifiedSender: error(403, 'The from address does not match a verified Sender Identity.', 'from'),
  tooLarge: error(413, 'The message is too large'),
  rateLimited: (resetSeconds: number): FakeResponse =>
    error(429, 'too many requests', null, { 'x-ratelimit-reset': String(resetSeconds) }),
  internal: error(500, 'Internal server error'),
} as const;

interface Address {
  email?: unknown;
}
interface Mail {
  personalizations?: { to?: Address[]; cc?: Address[]; bcc?: Address[] }[];
  from?: Address;
  subject?: unknown;
  content?: { type?: unknown; value?: unknown }[];
  custom_args?: Record<string, unknown>;
  categories?: unknown[];
}

/** esp_kind_1: v3 mail/send. */
export const sendGridFake =
  ({ apiKey }: { apiKey: string }): FakeProvider =>
  (request, accept) => {
    if (request.method !== 'POST' || request.path !== '/v3/mail/send') return error(404, 'Not Found');
    if (request.headers.authorization !== `Bearer ${apiKey}`) return sendGridErrors.wrongKey;
    const mail = parseJson(request) as Mail | undefined;
    if (!mail) return error(400, 'Bad Request');
    const [first] = mail.personalizations ?? [];
    const to = [...(first?.to ?? []), ...(first?.cc ?? []), ...(first?.bcc ?? [])].map(({ email }) => email);
    if (to.length === 0 || !to.every(looksLikeMailbox)) return sendGridErrors.badRecipient;
    if (new Set(to.map((address) => String(address).toLowerCase())).size < to.length)
      return error(
        400,
        'Each email address in the personalization block should be unique between to, cc, and bcc.',
        'personalizations',
      );
    if (!looksLikeMailbox(mail.from?.email))
      return error(400, 'The from email does not contain a valid address.', 'from');
    if (!mail.subject) return error(400, 'The subject is required.', 'subject');
    const order = ['text/plain', 'text/html'].filter((type) => mail.content?.some((part) => part.type === type));
    if (!mail.content?.length || mail.content.some(({ value }) => !value))
      return error(400, 'The content value must be a string at least one character in length.', 'content.0.value');
    if (order.some((type, index) => mail.content?.[index]?.type !== type))
      return error(
        400,
        'If present, text/plain and text/html may only be provided once, and in this order.',
        'content',
      );
    if (Object.values(mail.custom_args ?? {}).some((value) => typeof value !== 'string'))
      return error(400, 'Bad Request');
    if (mail.categories?.some((category) => typeof category !== 'string' || category === '' || category.length > 255))
      return error(400, 'Each category must be a string of 1 to 255 characters.', 'categories');
    if (new Set(mail.categories).size < (mail.categories ?? []).length)
      return error(400, 'Categories must be unique.', 'categories');
    if ((mail.categories ?? []).length > 10)
      return error(400, 'You may only specify up to 10 categories', 'categories');
    accept({ to: to as string[], logId: mail.custom_args?.postrider_log_id as string | undefined, fields: mail });
    return { status: 202, headers: { 'x-message-id': 'sg-1' } };
  };
