import { basicAuth, looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const error = (status: number, message: string, headers: Record<string, string> = {}): FakeResponse => ({
  status,
  headers,
  body: { message },
});

/** Mailgun's error responses. */
export const mailgunErrors = {
  badRecipient: error(400, 'to parameter is not a valid address. please check documentation'),
  unverifiedDomain: error(
    400,
    'Domain acme.example is not allowed to send: The domain is unverified and requires DNS configuration. Log in to your control panel to view required DNS records.',
  ),
  wrongKey: { status: 401, body: 'Forbidden' },
  unknownDomain: error(404, 'Domain not found: acme.example'),
  tooLarge: error(413, 'Request Entity Too Large'),
  rateLimited: (until: Date): FakeResponse =>
    error(429, `Domain acme.example: recipient limit exceeded, try again after ${until.toUTCString()}`),
  wrongEndpoint: { status: 200, body: 'Mailgun Magnificent API' },
  internal: error(500, 'Internal Server Error'),
} as const;

/** esp_kind_2: messages.mime of one domain. */
export const mailgunFake =
  ({ apiKey, domain }: { apiKey: string; domain: string }): FakeProvider =>
  async (request, accept) => {
    if (!/^\/v3\/[^/]+\/messages\.mime$/.test(request.path)) return mailgunErrors.wrongEndpoint;
    if (request.headers.authorization !== basicAuth('api', apiKey)) return mailgunErrors.wrongKey;
    if (request.path !== `/v3/${domain}/messages.mime`)
      return error(404, `Domain not found: ${request.path.split('/')[2]}`);
    const type = request.headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) return error(400, 'Content-Type must be multipart/form-data');
    const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData();
    const to = String(form.get('to') ?? '').split(',');
    if (!to.every(looksLikeMailbox)) return mailgunErrors.badRecipient;
    const message = form.get('message');
    if (message === null || typeof message === 'string') return error(400, "'message' parameter is not a file");
    if (form.getAll('o:tag').some((tag) => !/^[ -~]{1,128}$/.test(String(tag))))
      return error(400, 'o:tag parameter is not valid');
    const fields = [...form.entries()].filter(([name]) => /^[ohv]:/.test(name));
    accept({ to, logId: form.get('v:log_id')?.toString(), raw: await message.text(), fields });
    return { status: 200, body: { id: `<20261121.1@${domain}>`, message: 'Queued. Thank you.' } };
  };
