import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DescribedResponses, waitFor } from '@postrider/testing';
import { strToU8, zipSync } from 'fflate';
import type { Example } from './page-examples.js';
import { parseBlocks, parseExamples } from './page-examples.js';
import { Placeholders } from './placeholders.js';
import type { WholeSystem } from './whole-system.js';
import { liveKey, startWholeSystem, testKey } from './whole-system.js';

const docs = new URL('../../../../docs/', import.meta.url);
const read = (page: string): string => readFileSync(new URL(page, docs), 'utf8');
/** Ordered: later pages use resources that earlier ones create. */
const pages = [
  'guides/authentication.md',
  'guides/conventions.md',
  'guides/errors.md',
  'reference/limits.md',
  'reference/templates.md',
  'reference/template-search.md',
  'reference/ready-templates.md',
  'reference/versions.md',
  'reference/samples.md',
  'reference/drafts.md',
  'guides/conflicts.md',
  'reference/comments.md',
  'reference/publishing.md',
  'reference/send.md',
  'guides/sending.md',
  'guides/idempotency.md',
  'reference/sent-mail.md',
  'reference/logs.md',
  'reference/render.md',
  'reference/snippets.md',
  'reference/images.md',
  'reference/customers.md',
  'reference/personal-data.md',
  'reference/conversions.md',
  'reference/suppressions.md',
  'reference/failures.md',
  'reference/queue.md',
  'reference/esp-accounts.md',
  'reference/esp-account-operations.md',
  'reference/webhooks.md',
  'reference/webhook-deliveries.md',
  'reference/alerts.md',
  'reference/statistics.md',
  'reference/event-streams.md',
  'reference/drip-campaigns.md',
  'reference/drip-members.md',
  'reference/translations.md',
  'reference/batch.md',
  'reference/send-proposals.md',
  'reference/test-clocks.md',
  'reference/api-keys.md',
  'reference/account.md',
  'reference/users.md',
  'reference/sessions.md',
  'reference/audit.md',
  'guides/client-libraries.md',
  'reference/api-description.md',
  'reference/identity-hooks.md',
  'guides/identity.md',
  'tutorials/first-mail-ses.md',
];
const examples = pages.flatMap((page) => parseExamples(read(page)).map((example) => ({ page, example })));
/** The time of the examples. */
const moment = Number(/are as of (\d{10})/.exec(read('guides/conventions.md'))?.[1]);
/** Time limit until a GET shows background work, such as the sending of an email. */
const settlesWithinMs = 10_000;

const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
const keys: Readonly<Record<string, string>> = {
  'Basic <live key>': basic(liveKey),
  'Basic <test key>': basic(testKey),
};

const pixel = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
}

type Description = ConstructorParameters<typeof DescribedResponses>[0];

describe('the examples of the API', () => {
  let system: WholeSystem;
  let description: Description;
  let described: DescribedResponses;
  const placeholders = new Placeholders(moment);
  beforeAll(async () => {
    system = await startWholeSystem();
    description = (await (await fetch(`${system.url}/docs/openapi.json`)).json()) as Description;
    described = new DescribedResponses(description);
  }, 60_000);
  afterAll(() => system?.stop());

  /** Cookies of the browser in the examples. */
  const cookies = new Map<string, string>();
  /** Tokens of links that a person opens. */
  const tokens: Readonly<Record<string, () => Promise<string>>> = {
    '<welcome token>': async () => system.welcomeLink.split('#')[1]!,
    '<reset token>': async () => (await waitFor(() => lastToken(system, /\/reset#([\w-]{43})/)))!,
  };

  /** The request body: `< translations.zip` is an archive with the PO file of the page, `< logo.gif` a pixel. */
  const getBody = async ({ body }: Example): Promise<string | Uint8Array> => {
    const [token] = Object.keys(tokens).filter((name) => body.includes(name));
    if (token !== undefined) return body.replace(token, await tokens[token]!());
    if (body === '< logo.gif') return Buffer.from(pixel, 'base64');
    if (body !== '< translations.zip') return placeholders.inRequest(body);
    const [po] = parseBlocks(read('reference/translations.md')).filter(({ language }) => language === 'po');
    return zipSync({ 'pl-PL.po': strToU8(po!.text) });
  };

  const getRequestHeaders = ({ headers }: Example): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, placeholders.inRequest(value)]));

  const call = async (example: Example): Promise<ApiResponse> => {
    const body = await getBody(example);
    const authorization = example.headers['authorization'] ?? 'Basic <live key>';
    const isBrowser = example.headers['sec-fetch-site'] !== undefined;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(system.url + placeholders.inRequest(example.path), {
      method: example.method,
      headers: {
        ...getRequestHeaders(example),
        ...(isBrowser ? { cookie } : { authorization: keys[authorization] ?? authorization }),
      },
      ...(body.length > 0 ? { body: body as string } : {}),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name, value);
    }
    const text = await readText(response);
    return {
      status: response.status,
      headers: Object.fromEntries(
        Object.keys(example.response.headers).map((name) => [name, response.headers.get(name)]),
      ),
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text.trim(),
    };
  };

  const shown = ({ response: { status, headers, body } }: Example, { body: actual }: ApiResponse) => ({
    status,
    headers,
    body: typeof actual === 'string' ? body : (JSON.parse(body) as unknown),
  });

  it.each(
    examples.map(({ page, example }) => [`${page}:${example.line}`, example.method, example.path, example] as const),
  )('%s: %s %s', async (_at, method, _path, example) => {
    const until = Date.now() + settlesWithinMs;
    for (;;) {
      const actual = await call(example);
      const expected = placeholders.inResponse(shown(example, actual), actual);
      const settled = isDeepStrictEqual(expected, actual) || method !== 'GET' || Date.now() > until;
      if (settled) {
        expect(actual).toEqual(expected);
        if (example.path.startsWith('/api/v1') && !example.headers['x-swu-api-client']) {
          const path = example.path.replace('/api/v1', '');
          expect(described.findProblems(method, path, actual.status, actual.body)).toEqual([]);
        }
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  });

  it('has an example of every operation', () => {
    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${withoutLocale(path)}`),
    );
    const shown = examples.map(({ example }) => findOperation(example, operations));
    expect(operations.filter((operation) => !shown.includes(operation))).toEqual([]);
  });

  it('are those of every page with requests', () => {
    const folders = ['guides', 'reference', 'tutorials', 'start'].filter((folder) => existsSync(new URL(folder, docs)));
    const found = folders.flatMap((folder) =>
      readdirSync(new URL(folder, docs))
        .map((file) => `${folder}/${file}`)
        .filter((page) => parseBlocks(read(page)).some(({ language }) => language === 'http')),
    );
    expect(found.toSorted()).toEqual(pages.toSorted());
  });
});

/** The token in the latest email with such a link. */
const lastToken = ({ sink }: WholeSystem, link: RegExp): string | undefined =>
  sink.mails
    .map(({ raw }) =>
      raw
        .toString()
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    )
    .flatMap((mail) => link.exec(mail)?.[1] ?? [])
    .at(-1);

/** The body; of an endless event stream only the first chunk. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

/** Paths with an optional locale have one example, with or without it. */
const withoutLocale = (path: string): string => path.replace(/\/locales\/[^/]+/, '');

/** The operation of an example; of several matches the most specific path. */
function findOperation({ method, path }: Example, operations: readonly string[]): string | undefined {
  const call = `${method} ${withoutLocale(path.replace(/^\/api\/v1|\?.*/g, ''))}`;
  return operations
    .filter((operation) => new RegExp(`^${operation.replace(/\{\w+\}/g, '[^/]+')}$`).test(call))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}
