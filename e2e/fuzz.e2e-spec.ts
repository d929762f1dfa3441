import { SmtpSink } from '@postrider/testing';
import * as fc from 'fast-check';
import { Postrider } from './installation.js';
import type { DescribedOperation } from './random-requests.js';
import { generateRequests } from './random-requests.js';

/** Requests per operation; `npm run fuzz` uses 1,000. */
const bodies = Number(process.env['FUZZ_BODIES'] ?? 10);
/** Set it to the seed of an earlier run to repeat its requests. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now());
/** Restricts the run to operations whose method and path match: `FUZZ_ONLY='^POST /send'`. */
const only = new RegExp(process.env['FUZZ_ONLY'] ?? '');
const concurrency = 8;
const methods = ['GET', 'POST', 'PUT', 'DELETE'];

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DescribedOperation, 'method' | 'path'>>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

describe('a random request', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let description: Description;
  let known: Record<string, readonly unknown[]>;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('standalone', { smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    description = (await (await fetch(new URL('/docs/openapi.json', postrider.api))).json()) as Description;
    known = await createOneOfEach(postrider);
  }, 120_000);
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  });

  /** Operations that change or delete come last, so that the others still find the objects of the set-up. */
  const operations = (): DescribedOperation[] =>
    Object.entries(description.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
      )
      .filter(({ method, path }) => only.test(`${method} ${path}`))
      .toSorted((one, other) => methods.indexOf(one.method) - methods.indexOf(other.method));

  it('gets a response that matches the OpenAPI description and is no 5xx', async () => {
    const faults: string[] = [];
    const responses: Record<string, Record<number, number>> = {};
    for (const operation of operations()) {
      const counts: Record<number, number> = {};
      responses[`${operation.method} ${operation.path}`] = counts;
      const requests = fc.sample(generateRequests(operation, { components: description.components, values: known }), {
        seed,
        numRuns: bodies,
      });
      for (let from = 0; from < requests.length; from += concurrency) {
        await Promise.all(
          requests.slice(from, from + concurrency).map(async ({ method, path, body }) => {
            const response = await postrider
              .request(method, path, body, postrider.testKey)
              .catch((error: Error) => error);
            if (response instanceof Error) faults.push(`${method} ${path} ${body}: ${response.message}`);
            else if (getWorst(path, response) >= 500)
              faults.push(`${method} ${path} ${body} answered ${response.status}`);
            if (!(response instanceof Error)) counts[response.status] = (counts[response.status] ?? 0) + 1;
          }),
        );
      }
    }
    if (bodies >= 100) report(responses);
    expect({ seed, faults: faults.slice(0, 20) }).toEqual({ seed, faults: [] });
  }, 3_600_000);
});

/** Prints the count of each status per operation. */
function report(responses: Readonly<Record<string, Readonly<Record<number, number>>>>): void {
  for (const [operation, counts] of Object.entries(responses)) {
    const parts = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
    process.stdout.write(`${operation}: ${parts.join(', ')}\n`);
  }
  process.stdout.write(`seed ${seed}\n`);
}

/** A batch returns 200 even when its calls fail, so their status codes count. */
function getWorst(path: string, { status, body }: { readonly status: number; readonly body: unknown }): number {
  if (path !== '/batch' || !Array.isArray(body)) return status;
  return Math.max(status, ...body.map(({ status_code }: { status_code: number }) => status_code));
}

async function createOneOfEach(postrider: Postrider): Promise<Record<string, readonly unknown[]>> {
  const template = await postrider.post<{ id: string }>('/templates', { name: 'One', subject: 'One', text: 'One' });
  await postrider.post(`/templates/${template.body.id}/versions`, { name: 'Two', subject: 'Two', text: 'Two' });
  const versions = await postrider.get<{ id: string }[]>(`/templates/${template.body.id}/versions`);
  const snippet = await postrider.post<{ snippet: { id: string } }>('/snippets', { name: 'footer', body: 'x' });
  const recipient = { address: 'ada@example.com' };
  const sender = { address: 'a@example.com', reply_to: 'a@example.com', name: 'A' };
  const sent = await postrider.post<{ receipt_id: string }>('/send', { template: template.body.id, recipient, sender });
  const esp = await postrider.post<{ esp_account: { id: string } }>('/esp_accounts', {
    name: 'One',
    esp_type: 'esp_kind_3',
    credentials: { api_key: 'secret' },
  });
  const campaign = await postrider.post<{ drip_campaign: { id: string } }>('/drip_campaigns', {
    name: 'One',
    enabled: true,
    drip_steps: [{ email_id: template.body.id, delay_seconds: 86_400 }],
  });
  const [templates, addresses] = [[template.body.id], [recipient.address, 'grace@example.com']];
  return {
    template_id: templates,
    template: templates,
    email_id: templates,
    trigger_email_id: templates,
    version_id: versions.body.map(({ id }) => id),
    log_id: [sent.body.receipt_id],
    esp_account: [esp.body.esp_account.id],
    esp_id: [esp.body.esp_account.id],
    fallback: [esp.body.esp_account.id],
    credentials: [{ api_key: 'secret' }],
    versions: [versions.body.map(({ id }) => ({ id, weight: 1 }))],
    id: [snippet.body.snippet.id, esp.body.esp_account.id, campaign.body.drip_campaign.id],
    email: addresses,
    address: addresses,
    reply_to: addresses,
    recipient_address: addresses,
    locale: ['en-US', 'fr-FR'],
    tag: ['billing'],
    version_name: ['One'],
    send_at: [Math.floor(Date.now() / 1000) + 3600],
    delay_seconds: [0, '86400'],
    esp_type: ['esp_kind_3'],
    data: ['aGVsbG8='],
    // Fields of the calls in a batch.
    path: ['/api/v1/send', '/api/v1/snippets', '/api/v1/templates', `/api/v1/logs/${sent.body.receipt_id}`],
    method: ['GET', 'POST', 'PUT'],
  };
}
