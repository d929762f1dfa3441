import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

type Json = Readonly<Record<string, unknown>>;
interface Media {
  readonly schema?: Json;
  readonly example?: unknown;
}
interface Response {
  readonly headers: Json;
  readonly content: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly headers: Json; readonly content: Readonly<Record<string, Media>> }>
  >;
}
interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

describe('the OpenAPI description', () => {
  let api: GatewayUnderTest;
  let description: Description;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
    description = JSON.parse((await api.call('/openapi.json')).text) as Description;
  });
  afterAll(() => api.stop());

  const operations = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('lists every operation once', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining([
        '/send',
        '/resend',
        '/logs',
        '/logs/{log_id}',
        '/logs/{log_id}/events',
        '/templates',
        '/templates/{template_id}/locales/{locale}/versions/{version_id}',
        '/snippets/{id}',
        '/render',
        '/esp_accounts',
        '/esp_accounts/{id}',
        '/esp_accounts/set_default',
        '/customers',
        '/customers/{email}',
        '/customers/{email}/logs',
        '/customers/{email}/export',
        '/erasures/{id}',
        '/customers/{email}/conversions',
        '/drip_campaigns',
        '/drip_campaigns/{id}',
        '/drip_campaigns/{id}/activate',
        '/drip_campaigns/{id}/deactivate',
        '/drip_campaigns/{id}/members',
        '/drip_campaigns/deactivate',
        '/webhooks',
        '/webhooks/{id}',
        '/webhooks/{id}/rotate_secret',
        '/webhooks/{id}/test',
        '/webhooks/{id}/replay',
        '/webhooks/{id}/attempts',
        '/i18n/pot/{tag}',
        '/i18n/po/{tag}',
        '/batch',
        '/api_keys',
      ]),
    );
  });

  it('lists every method of a path: other methods return 405', async () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const { status, headers } = await api.call(
        path
          .replace(/\{email\}/, 'ada@example.com')
          .replace(/\{locale\}/, 'fr-FR')
          .replace(/\{\w+\}/g, 'x'),
        { method: 'PURGE' },
      );
      expect([path, status, headers.get('allow')]).toEqual([
        path,
        405,
        Object.keys(methods)
          .map((method) => method.toUpperCase())
          .toSorted()
          .join(', '),
      ]);
    }
  });

  it('lists required and optional fields of requests', () => {
    const { schema } = description.paths['/send']!['post']!.requestBody!.content['application/json']!;
    expect(schema).toEqual({ $ref: '#/components/schemas/SendBody' });
    const send = description.components.schemas['SendBody']!;
    expect(send['required']).toBeUndefined();
    expect(Object.keys(send['properties']!)).toEqual(
      expect.arrayContaining(['cc', 'bcc', 'sender', 'template_data', 'files', 'inline', 'send_at']),
    );
    expect(description.paths['/logs']!['get']!.parameters!.map(({ name }) => name)).toEqual([
      'count',
      'offset',
      'created_gt',
      'created_gte',
      'created_lt',
      'created_lte',
    ]);
    expect(Object.keys(description.paths['/i18n/po/{tag}']!['post']!.requestBody!.content)).toEqual([
      'application/zip',
      'multipart/form-data',
    ]);
  });

  it('lists every path parameter', () => {
    for (const { path, operation } of operations()) {
      const named = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => `{${name}}`);
      expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  const resolved = (response: Response | { readonly $ref: string }): Response =>
    '$ref' in response ? description.components.responses[response.$ref.split('/').at(-1)!]! : response;

  const media = () =>
    operations().flatMap(({ method, path, operation }) =>
      [
        operation.requestBody?.content ?? {},
        ...Object.values(operation.responses).map((response) => resolved(response).content),
      ].flatMap((content) =>
        Object.entries(content).flatMap(([type, { schema, example }]) =>
          type === 'application/json' ? [{ at: `${method} ${path}`, schema: schema!, example }] : [],
        ),
      ),
    );

  it('has an example for every request and response, valid by its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema({
      $id: 'api',
      components: description.components,
    });
    const validators = new Map<string, ValidateFunction>();
    const faults = media().flatMap(({ at, schema, example }) => {
      const json = JSON.stringify(schema).replaceAll('"#/', '"api#/');
      const validate = validators.get(json) ?? ajv.compile(JSON.parse(json) as Json);
      validators.set(json, validate);
      return validate(example) ? [] : [`${at}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`];
    });
    expect(faults).toEqual([]);
  });

  it('describes every operation and its errors', () => {
    for (const { operation } of operations()) {
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.description).toMatch(/\bkeys?\b/i);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '429', '500', '503']),
      );
    }
    const getStatuses = (path: string, method: string) => Object.keys(description.paths[path]![method]!.responses);
    expect(getStatuses('/send', 'post')).toEqual(expect.arrayContaining(['413', '422']));
    expect(getStatuses('/templates/{template_id}', 'get')).toContain('404');
    expect(getStatuses('/snippets/{id}', 'delete')).toContain('409');
    const { headers } = resolved(description.paths['/send']!['post']!.responses['429']!);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit-Limit', 'X-Request-Id']));
    expect(description.paths['/send']!['post']!.parameters).toEqual([
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
  });

  /** Properties without a description of their own or of their schema; constants need none. */
  const unexplained = (node: unknown, at: string): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) => [
      ...unexplained(value, `${at}/${key}`),
      ...(key === 'properties' ? Object.entries(value as Record<string, Json>) : []).flatMap(([name, property]) =>
        ['description', '$ref', 'const'].some((explanation) => explanation in property) ? [] : [`${at}/${name}`],
      ),
    ]);
  };

  it('describes every field', () => {
    expect(unexplained(description.components.schemas, '')).toEqual([]);
    expect(media().flatMap(({ at, schema }) => unexplained(schema, at))).toEqual([]);
  });

  it('defines each named schema once, and refers to it', () => {
    const inline = media().filter(({ schema }) => JSON.stringify(schema).length > 1500);
    expect(inline.map(({ at }) => at)).toEqual([]);
    expect(JSON.stringify(description)).not.toContain('"type":"number","minimum":1,');
  });
});
