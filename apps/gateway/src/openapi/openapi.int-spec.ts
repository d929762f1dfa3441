import { GatewayUnderTest } from '../testing/gateway-under-test.js';

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly parameters?: readonly { readonly name: string; readonly in: string }[];
            readonly requestBody?: {
              readonly content: Readonly<
                Record<
                  string,
                  { readonly schema?: { readonly required?: readonly string[]; readonly properties?: object } }
                >
              >;
            };
            readonly responses: Readonly<Record<string, { readonly content?: object }>>;
          }
        >
      >
    >
  >;
}

describe('the description of the API', () => {
  let api: GatewayUnderTest;
  let description: Description;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
    description = JSON.parse((await api.ask('/openapi.json')).text) as Description;
  });
  afterAll(() => api.stop());

  const operations = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('names every operation once', () => {
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
        '/customers/{email}/conversions',
        '/drip_campaigns',
        '/drip_campaigns/{id}',
        '/drip_campaigns/{id}/activate',
        '/drip_campaigns/{id}/deactivate',
        '/drip_campaigns/{id}/members',
        '/drip_campaigns/deactivate',
        '/i18n/pot/{tag}',
        '/i18n/po/{tag}',
        '/batch',
        '/api_keys',
      ]),
    );
  });

  it('describes nothing that is not there: no other method of a described path is allowed', async () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const { status, headers } = await api.ask(
        path
          .replace(/\{email\}/, 'ada@example.com')
          .replace(/\{locale\}/, 'fr-FR')
          .replace(/\{\w+\}/g, 'x'),
        { method: 'PATCH' },
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

  it('says what a request needs and what it may hold', () => {
    const send = description.paths['/send']!['post']!.requestBody!.content['application/json']!.schema!;
    expect(send.required).toEqual(['template', 'recipient']);
    expect(Object.keys(send.properties!)).toEqual(
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

  it('names every parameter of a path', () => {
    for (const { path, operation } of operations()) {
      const named = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => `{${name}}`);
      expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });
});
