import { looksLikeMailbox, type FakeAnswer, type FakeProvider } from './provider-fake.js';

const answer = (status: number, message: string): FakeAnswer => ({
  status: 200,
  body: { response: { status, message, data: {} } },
});

/** Dyn's error answers: HTTP 200, with the status in the body. */
export const dynErrors = {
  wrongKey: answer(451, 'Invalid API key'),
  badRecipient: answer(451, 'Missing or invalid field: to'),
  notFound: answer(404, 'Method not found'),
  unavailable: answer(503, 'Service unavailable'),
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
      return answer(451, 'Missing or invalid field');
    accept({ to, logId: form.get('X-Log-Id') ?? undefined, fields: Object.fromEntries(form) });
    return answer(200, 'OK');
  };
