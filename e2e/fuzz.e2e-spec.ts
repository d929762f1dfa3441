import { SmtpSink } from '@postrider/testing';
import * as fc from 'fast-check';
import { Postrider } from './installation.js';
import type { DescribedOperation } from './random-requests.js';
import { requestsOf } from './random-requests.js';

/** `npm run fuzz` tries 1,000 of each operation. */
const bodies = Number(process.env['FUZZ_BODIES'] ?? 10);
const atOnce = 8;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DescribedOperation, 'method' | 'path'>>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

describe('any request', () => {
  let sink: SmtpSink;
  let postrider: Postrider;
  let description: Description;
  let known: Record<string, string[]>;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    postrider = await Postrider.start('standalone', { smtpUrl: `smtp://127.0.0.1:${sink.port}` });
    description = (await (await fetch(new URL('/docs/openapi.json', postrider.api))).json()) as Description;
    known = await makeOneOfEach(postrider);
  });
  afterAll(async () => {
    await postrider?.stop();
    await sink?.close();
  });

  const operations = (): DescribedOperation[] =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );

  it('is answered as described and never with a 5xx', async () => {
    const seed = Date.now();
    const faults: string[] = [];
    for (const operation of operations()) {
      const requests = fc.sample(requestsOf(operation, description.components, known), { seed, numRuns: bodies });
      for (let from = 0; from < requests.length; from += atOnce) {
        await Promise.all(
          requests.slice(from, from + atOnce).map(async ({ method, path, body }) => {
            // Deleting what exists would leave the rest of the requests nothing to reach.
            if (method === 'DELETE') return;
            const answer = await postrider
              .request(method, path, body, postrider.testKey)
              .catch((error: Error) => error);
            if (answer instanceof Error) faults.push(`${method} ${path} ${body}: ${answer.message}`);
            else if (answer.status >= 500) faults.push(`${method} ${path} ${body} was answered ${answer.status}`);
          }),
        );
      }
    }
    expect({ seed, faults: faults.slice(0, 20) }).toEqual({ seed, faults: [] });
  }, 3_600_000);
});

async function makeOneOfEach(postrider: Postrider): Promise<Record<string, string[]>> {
  const template = await postrider.post<{ id: string }>('/templates', { name: 'One', subject: 'One', text: 'One' });
  const versions = await postrider.get<{ id: string }[]>(`/templates/${template.body.id}/versions`);
  const snippet = await postrider.post<{ snippet: { id: string } }>('/snippets', { name: 'footer', body: 'x' });
  const recipient = { address: 'ada@example.com' };
  const sender = { address: 'a@example.com', reply_to: 'a@example.com', name: 'A' };
  const sent = await postrider.post<{ receipt_id: string }>('/send', { template: template.body.id, recipient, sender });
  return {
    template_id: [template.body.id],
    version_id: versions.body.map(({ id }) => id),
    log_id: [sent.body.receipt_id],
    id: [snippet.body.snippet.id],
    email: ['ada@example.com'],
    locale: ['en-US', 'fr-FR'],
    tag: ['billing'],
  };
}
