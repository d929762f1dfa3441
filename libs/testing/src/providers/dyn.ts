import { looksLikeMailbox, type FakeResponse, type FakeProvider } from './provider-fake.js';

const reply = (status: number, message: string): FakeResponse => ({
  status: 200,
  body: { response: { status, message, data: {} } },
});

/** Dyn's error responses: HTTP 200, with the status in the body. */
export const dynErrors = {
  wrongKey: reply(451, 'Invalid API key'),
  badRecipient: reply(451, 'Missing or invalid field: to'),
  notFound: reply(404, 'Method not found'),
  unavailable: reply(503, 'Service unavailable'),
} as const;

/** esp_kind_7: the last version of the form API. */
export const dynFake =
  ({ apiKey }: { apiKey: string }): FakeProvider =>
  (request, accept) => {
    if (request.path !== '/rest/json/send') return dynErrors.notFound;
    const form = new URLSearchParams(request.body.toString('utf8'));
    if (form.get('apikey') !== apiKey) return dynErrors.wrongKey;
    const to = [
      form.get('to') ?? '',
      ...[...form].filter(([name]) => /^b?cc\[\d+\]$/.test(name)).map(([, value]) => value),
    ];
    if (
      !looksLikeMailbox(form.get('from')) ||
      !to.every(looksLikeMailbox) ||
      !form.get('subject') ||
      !(form.get('bodytext') ?? form.get('bodyhtml'))
    )
      return reply(451, 'Missing or invalid field');
    accept({ to, logId: form.get('X-Log-Id') ?? undefined, fields: Object.fromEntries(form) });
    return reply(200, 'OK');
  };
