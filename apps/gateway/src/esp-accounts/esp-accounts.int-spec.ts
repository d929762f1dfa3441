import type { FieldError } from '@postrider/contracts';
import { createEspAccount, espTypes, updateEspAccount } from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const types = 'sendgrid, mailgun, mandrill, postmark, ses, mailjet, dyn, sparkpost, smtp, or esp_kind_1 to esp_kind_8';

/** The fields of each type's credentials (docs/providers.md#provider-types). */
const credentials: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  esp_kind_1: { username: 'apikey', password: 'hunter2' },
  esp_kind_2: { api_key: 'hunter2', domain: 'acme.example' },
  esp_kind_3: { api_key: 'hunter2' },
  esp_kind_4: { api_key: 'hunter2' },
  esp_kind_5: { access_key_id: 'AKID', secret_access_key: 'hunter2', region: 'eu-west-1' },
  esp_kind_6: { api_key: 'hunter2', secret_key: 'hunter2' },
  esp_kind_7: { api_key: 'hunter2' },
  esp_kind_8: { api_key: 'hunter2' },
  smtp: { host: 'smtp.acme.example', port: 587, username: 'u', password: 'hunter2', use_tls: true },
};
const buildBody = (type: string, more: object = {}) => ({
  name: 'Mail',
  esp_type: type,
  credentials: credentials[type],
  ...more,
});
const everyField = Object.entries(credentials).flatMap(([type, fields]) =>
  Object.keys(fields).map((field) => [type, field] as const),
);

describe('an ESP account', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const expectRejected = async (
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    faults: readonly FieldError[],
  ): Promise<void> => {
    const response = await api.call(path, { method, body });
    expect([response.status, response.body['status'], response.body['errors']]).toEqual([
      400,
      'invalid_request',
      faults,
    ]);
    for (const { field } of faults) expect(response.body['message']).toContain(field);
    expect(response.text).not.toContain('hunter2');
    expect([...api.services.getCalls(createEspAccount), ...api.services.getCalls(updateEspAccount)]).toEqual([]);
  };
  const expectNotCreated = (body: object, ...faults: readonly FieldError[]): Promise<void> =>
    expectRejected('POST', '/esp_accounts', body, faults);

  it.each(espTypes)('of type %s is created with the credentials of its type', async (type) => {
    expect((await api.call('/esp_accounts', { body: buildBody(type) })).status).toBe(200);
    expect(api.services.getCalls(createEspAccount).map(({ request }) => request)).toEqual([buildBody(type)]);
  });

  it.each(['esp_kind_0', 'esp_kind_9', 'SMTP', 'SendGrid', 7])('of the unknown type %j returns 400', async (type) => {
    await expectNotCreated(
      { name: 'Mail', esp_type: type, credentials: {} },
      { field: 'esp_type', message: `must be one of ${types}` },
    );
  });

  it.each(everyField)('of type %s without %s returns 400', async (type, field) => {
    const { [field]: _omitted, ...others } = credentials[type]!;
    const [fault] = (await api.call('/esp_accounts', { body: buildBody(type, { credentials: others }) })).body[
      'errors'
    ] as FieldError[];
    expect(fault).toEqual({ field: `credentials.${field}`, message: expect.stringMatching(/^(is required|must be)/) });
    await expectNotCreated(buildBody(type, { credentials: others }), fault!);
  });

  it.each(espTypes)('of type %s with an unknown credential returns 400', async (type) => {
    await expectNotCreated(buildBody(type, { credentials: { ...credentials[type], token: 'hunter2' } }), {
      field: 'credentials.token',
      message: `is not a credential of ${type}`,
    });
  });

  it.each([
    [0, 'must be from 1 to 65535'],
    [65_536, 'must be from 1 to 65535'],
    [-25, 'must be from 1 to 65535'],
    [25.5, 'must be a port number'],
    ['587', 'must be a port number'],
    [null, 'must be a port number'],
  ])('with the port %j returns 400', async (port, message) => {
    await expectNotCreated(buildBody('smtp', { credentials: { ...credentials['smtp'], port } }), {
      field: 'credentials.port',
      message,
    });
  });

  it.each<[string, object, string, string]>([
    ['esp_kind_3', { region: 'eu' }, 'region', 'is for esp_kind_1, esp_kind_2, esp_kind_8 only'],
    ['esp_kind_5', { region: 'eu' }, 'region', 'is for esp_kind_1, esp_kind_2, esp_kind_8 only'],
    ['esp_kind_1', { region: 'eu-west-1' }, 'region', 'must be us or eu'],
    ['esp_kind_1', { configuration_set: 'events' }, 'configuration_set', 'is for esp_kind_5 only'],
    [
      'esp_kind_5',
      { configuration_set: 'two words' },
      'configuration_set',
      'must be 1 to 64 letters, digits, hyphens and underscores',
    ],
    ['esp_kind_4', { implicit_tls: false }, 'implicit_tls', 'is for smtp only'],
    ['smtp', { implicit_tls: 'yes' }, 'implicit_tls', 'must be true or false'],
    [
      'smtp',
      { implicit_tls: true, credentials: { ...credentials['smtp'], use_tls: false } },
      'implicit_tls',
      'needs credentials.use_tls',
    ],
    [
      'smtp',
      { tracking: { provider: true } },
      'tracking',
      'is for esp_kind_1, esp_kind_2, esp_kind_3, esp_kind_4, esp_kind_5, esp_kind_6, esp_kind_7, esp_kind_8 only',
    ],
    ['esp_kind_1', { tracking: true }, 'tracking', 'must be an object'],
    ['esp_kind_1', { tracking: { provider: 1 } }, 'tracking.provider', 'must be true or false'],
    ['smtp', { rate_per_second: 0 }, 'rate_per_second', 'must be more than 0'],
    ['smtp', { rate_per_second: 10_001 }, 'rate_per_second', 'must be at most 10000'],
    ['smtp', { rate_per_second: '5' }, 'rate_per_second', 'must be a number'],
    ['smtp', { fallback: 5 }, 'fallback', 'must be a string'],
    [
      'smtp',
      { default_sender: { address: 'nobody', reply_to: 'help@acme.example', name: 'Acme' } },
      'default_sender.address',
      'must be an email address',
    ],
  ])('of type %s with %j returns 400', async (type, extension, field, message) => {
    await expectNotCreated(buildBody(type, extension), { field, message });
  });

  it('with several invalid fields returns all of them', async () => {
    await expectNotCreated(
      { esp_type: 'esp_kind_4', credentials: { token: 'hunter2' }, rate_per_second: -1 },
      { field: 'name', message: 'is required' },
      { field: 'rate_per_second', message: 'must be more than 0' },
      { field: 'credentials.api_key', message: 'is required' },
      { field: 'credentials.token', message: 'is not a credential of esp_kind_4' },
    );
    await expectNotCreated(
      {},
      { field: 'name', message: 'is required' },
      { field: 'esp_type', message: `must be one of ${types}` },
      { field: 'credentials', message: 'is required' },
    );
  });

  it('accepts null or empty values of optional fields', async () => {
    const empty = {
      default_sender: { address: '', reply_to: '', name: '' },
      region: '',
      configuration_set: null,
      implicit_tls: null,
      tracking: {},
      rate_per_second: null,
      fallback: '',
    };
    expect((await api.call('/esp_accounts', { body: buildBody('esp_kind_3', empty) })).status).toBe(200);
    expect(
      (
        await api.call('/esp_accounts/esp_1', {
          method: 'PUT',
          body: { name: 'Mail', credentials: null, esp_type: '', ...empty },
        })
      ).status,
    ).toBe(200);
    expect(api.services.getCalls(createEspAccount).map(({ request }) => request)).toEqual([buildBody('esp_kind_3')]);
    expect(api.services.getCalls(updateEspAccount).map(({ request }) => request)).toEqual([
      { name: 'Mail', esp_id: 'esp_1' },
    ]);
  });

  it('needs valid fields to be changed', async () => {
    const expectNotChanged = (body: object, ...faults: readonly FieldError[]): Promise<void> =>
      expectRejected('PUT', '/esp_accounts/esp_1', body, faults);
    await expectNotChanged({ name: 5 }, { field: 'name', message: 'must be a string' });
    await expectNotChanged(
      { name: 'Mail', credentials: 'hunter2' },
      { field: 'credentials', message: 'must be an object' },
    );
    await expectNotChanged(
      { name: 'Mail', esp_type: 'imap' },
      { field: 'esp_type', message: `must be one of ${types}` },
    );
  });

  it('is read with the scope read, and changed with the scope manage', async () => {
    const keyWith = async (scope: string): Promise<string> =>
      (
        (await api.call('/api_keys', { body: { kind: 'live', name: scope, scopes: [scope] } })).body['api_key'] as {
          secret: string;
        }
      ).secret;
    const [reads, sends] = [await keyWith('read'), await keyWith('send')];
    expect((await api.call('/esp_accounts/esp_1', { key: reads })).status).toBe(200);
    expect((await api.call('/esp_accounts/esp_1', { key: sends })).status).toBe(403);
    for (const method of ['PUT', 'DELETE'])
      expect((await api.call('/esp_accounts/esp_1', { method, key: reads, body: { name: 'Mail' } })).status).toBe(403);
  });

  it('cannot have the id set_default', async () => {
    const { status, headers } = await api.call('/esp_accounts/set_default', { method: 'PATCH' });
    expect([status, headers.get('allow')]).toEqual([405, 'PUT']);
  });
});
