import {
  acceptMessage,
  addLocale,
  createTemplate,
  getTemplate,
  listTemplatesByPage,
  putPo,
  renderTemplate,
  ServiceError,
  updateVersion,
  upsertCustomer,
} from '@postrider/contracts';
import { parsePoArchive } from '@postrider/rendering';
import type { CallOptions } from '../testing/gateway-under-test.js';
import { GatewayUnderTest, liveKey, testKey } from '../testing/gateway-under-test.js';

const library = { 'x-swu-api-client': 'python-1.9.0' };
const recipient = { address: 'ada@example.com' };

describe('published client libraries', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const asLibrary = (path: string, request: CallOptions = {}) =>
    api.call(path, { ...request, headers: { ...library, ...request.headers } });
  const getInvalidFields = (body: Record<string, unknown>) =>
    (body['errors'] as { field: string }[]).map(({ field }) => field);

  it('may send the key in a header of their own', async () => {
    expect((await api.call('/templates', { key: null, headers: { 'x-swu-api-key': liveKey } })).status).toBe(200);
    expect(
      (await api.call('/templates', { key: null, headers: { 'x-swu-api-key': 'live_wrong_and_unknown' } })).status,
    ).toBe(403);
  });

  it.each([
    ['/emails', listTemplatesByPage],
    ['/emails/tem_1', getTemplate],
    ['/../v1_0/templates', listTemplatesByPage],
    ['/../v1_0/emails/tem_1?x=1', getTemplate],
  ])('may use the path %s', async (path, rpc) => {
    expect((await api.call(path)).status).toBe(200);
    expect(api.services.getCalls(rpc)).toHaveLength(1);
  });

  it('may use aliases of fields', async () => {
    await api.call('/send', {
      body: { email_id: 'tem_1', recipient, email_data: { a: 1 }, email_version_name: 'New' },
    });
    expect(api.services.getCalls(acceptMessage)[0]?.request).toMatchObject({
      template: 'tem_1',
      template_data: { a: 1 },
      version_name: 'New',
    });
    await api.call('/render', { body: { template_id: 'tem_1', email_data: { a: 1 } } });
    expect(api.services.getCalls(renderTemplate)[0]?.request).toMatchObject({
      template: 'tem_1',
      template_data: { a: 1 },
    });
    await api.call('/templates/tem_1/locales', {
      body: { version_name: 'First', subject: 's', html: 'h', locale: 'fr-FR' },
    });
    expect(api.services.getCalls(addLocale)[0]?.request).toMatchObject({ name: 'First' });
  });

  it('get our field instead of its alias when both are set', async () => {
    await api.call('/send', { body: { email_id: 'tem_theirs', template: 'tem_ours', recipient } });
    expect(api.services.getCalls(acceptMessage)[0]?.request.template).toBe('tem_ours');
  });

  it('get errors with the field names that they used', async () => {
    const { body } = await api.call('/send', { body: { email_id: 7, recipient, email_data: 'x' } });
    expect(getInvalidFields(body)).toEqual(['email_id', 'email_data']);
    expect(body['message']).toBe('Invalid request: email_id must be a string; email_data must be an object');
    expect(getInvalidFields((await api.call('/send', { body: { recipient } })).body)).toEqual(['template']);
  });

  it('get errors as plain text that is not JSON, and 400 instead of 404', async () => {
    api.services.respond(getTemplate, () => {
      throw new ServiceError('not_found', '404');
    });
    const { status, text, headers } = await asLibrary('/templates/tem_none');
    expect([status, text, headers.get('content-type')]).toEqual([400, 'Error: 404', 'text/plain; charset=utf-8']);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect((await asLibrary('/nowhere')).status).toBe(400);
    const wrongKey = await asLibrary('/templates', { key: 'live_wrong_and_unknown' });
    expect([wrongKey.status, wrongKey.text]).toEqual([403, 'This API key is unknown, revoked or expired']);
    expect((await asLibrary('/send', { body: '{"a"' })).text).toContain('not valid JSON');
    expect((await api.call('/templates/tem_none')).body['status']).toBe('not_found');
  });

  describe('may send what other callers may not:', () => {
    const content = { name: 'n', subject: 's' };

    it('a sender with only an address', async () => {
      const body = { template: 'tem_1', recipient, sender: { address: 'shop@acme.example' } };
      expect(getInvalidFields((await api.call('/send', { body })).body)).toEqual(['sender.reply_to', 'sender.name']);
      expect((await asLibrary('/send', { body })).status).toBe(200);
      expect(api.services.getCalls(acceptMessage)[0]?.request.sender).toEqual({
        address: 'shop@acme.example',
        reply_to: 'shop@acme.example',
        name: '',
      });
    });

    it('no template_data on /render', async () => {
      expect(getInvalidFields((await api.call('/render', { body: { template: 'tem_1' } })).body)).toEqual([
        'template_data',
      ]);
      expect((await asLibrary('/render', { body: { template: 'tem_1' } })).status).toBe(200);
    });

    it('html and text both empty', async () => {
      const body = { ...content, html: '', text: '' };
      for (const [path, method] of [
        ['/templates', 'POST'],
        ['/templates/tem_1/versions', 'POST'],
        ['/templates/tem_1/versions/ver_1', 'PUT'],
      ] as const) {
        expect([path, (await api.call(path, { method, body })).status]).toEqual([path, 400]);
        expect([path, (await asLibrary(path, { method, body })).status]).toEqual([path, 200]);
      }
      expect((await asLibrary('/templates/tem_1/locales', { body: { ...body, locale: 'fr-FR' } })).status).toBe(200);
      expect(api.services.getCalls(updateVersion)[0]?.request).toEqual({
        ...content,
        template_id: 'tem_1',
        version_id: 'ver_1',
      });
    });

    it('Jinja that could also be Mustache, and the template service receives the flag', async () => {
      await asLibrary('/templates', { body: { ...content, html: '{{ name }}' } });
      await api.call('/templates', { body: { ...content, html: '{{ name }}' } });
      const headers = { 'x-swu-api-key': liveKey };
      await api.call('/templates', { key: null, headers, body: { ...content, html: '{{ name }}' } });
      expect(api.services.getCalls(createTemplate).map(({ context }) => context.clientLibrary)).toEqual([
        true,
        undefined,
        true,
      ]);
    });

    it('amp_html that is not a string', async () => {
      const body = { ...content, html: 'h', amp_html: false };
      expect((await api.call('/templates', { body })).status).toBe(400);
      expect((await asLibrary('/templates', { body })).status).toBe(200);
      expect(api.services.getCalls(createTemplate)[0]?.request).toEqual({ ...content, html: 'h' });
    });

    it('a header value that is an object', async () => {
      const body = { template: 'tem_1', recipient, headers: { 'X-Meta': { a: 1 }, 'X-Plain': 'p' } };
      expect((await api.call('/send', { body })).status).toBe(400);
      expect((await asLibrary('/send', { body })).status).toBe(200);
      expect(api.services.getCalls(acceptMessage)[0]?.request.headers).toEqual({ 'X-Meta': '{"a":1}', 'X-Plain': 'p' });
    });

    it('[] as the empty object of PHP', async () => {
      expect(
        (await asLibrary('/send', { body: { email_id: 'tem_1', recipient, email_data: [], headers: [], cc: [] } }))
          .status,
      ).toBe(200);
      expect((await asLibrary('/customers', { body: { email: 'ada@example.com', data: [] } })).status).toBe(200);
      expect(api.services.getCalls(upsertCustomer)[0]?.request.data).toEqual({});
    });

    it('a null body for an operation without parameters', async () => {
      expect((await asLibrary('/logs/log_1/cancel', { body: 'null' })).status).toBe(200);
    });
  });

  describe('may, like all callers, name attachments by a path:', () => {
    const data = 'aGVsbG8=';
    it.each<[unknown, string | null]>([
      ['/srv/out/invoice.pdf', 'invoice.pdf'],
      ['C:\\out\\a.png', 'a.png'],
      ['img/logo.png', 'logo.png'],
      ['mixed/of\\both.txt', 'both.txt'],
      ['plain.txt', 'plain.txt'],
      [7, '7'],
      [1.5, '1.5'],
      ['/srv/out/', null],
      ['\\', null],
      ['', null],
      [null, null],
      [true, null],
      [undefined, null],
    ])('%j becomes %j', async (id, name) => {
      const send = (body: object) => api.call('/send', { body: { template: 'tem_1', recipient, ...body } });
      const responses = [
        await send({
          files: [
            { id: 'a', data },
            { id, data },
          ],
        }),
        await send({ inline: { id, data } }),
      ];
      expect(responses.map(({ status }) => status)).toEqual(name === null ? [400, 400] : [200, 200]);
      if (name === null)
        expect(responses.map(({ body }) => getInvalidFields(body))).toEqual([['files.1.id'], ['inline.id']]);
      else
        expect(
          api.services.getCalls(acceptMessage).map(({ request }) => request.attachments.map((each) => each.name)),
        ).toEqual([['a', name], [name]]);
    });
  });

  describe('are recognized without their header by their field names:', () => {
    it.each<[string, string, object, number]>([
      ['template_id', '/render', { template_id: 'tem_1' }, 200],
      ['email_id', '/render', { email_id: 'tem_1' }, 200],
      ['email_data', '/render', { template: 'tem_1', email_data: [] }, 200],
      ['none', '/render', { template: 'tem_1' }, 400],
      ['email_id', '/send', { email_id: 'tem_1', recipient, sender: { address: 'shop@acme.example' } }, 200],
      [
        'email_data',
        '/send',
        { template: 'tem_1', email_data: {}, recipient, sender: { address: 'a@acme.example' } },
        200,
      ],
      ['none', '/send', { template: 'tem_1', recipient, sender: { address: 'shop@acme.example' } }, 400],
      ['email_id', '/send', { email_id: 'tem_1', recipient, headers: { 'X-N': 1 }, inline: [] }, 200],
    ])('%s at %s: %j', async (_name, path, body, status) => {
      expect((await api.call(path, { body })).status).toBe(status);
    });

    it('errors are JSON', async () => {
      const { status, body } = await api.call('/render', { body: { email_id: 7 } });
      expect([status, body['status'], getInvalidFields(body)]).toEqual([400, 'invalid_request', ['email_id']]);
    });

    it('calls of a batch are recognized too', async () => {
      const call = { path: '/api/v1/render', method: 'POST', body: { email_id: 'tem_1' } };
      const { text } = await api.call('/batch', { body: [call] });
      expect((JSON.parse(text) as { status_code: number }[])[0]!.status_code).toBe(200);
    });
  });

  it.each<[object, number]>([
    [{ sender: [] }, 200],
    [{ inline: [] }, 200],
    [{ recipient: [] }, 400],
    [{ sender: [1] }, 400],
  ])('may send [] of PHP for an absent object: %j', async (more, status) => {
    const body = { template: 'tem_1', recipient, ...more };
    const response = await asLibrary('/send', { body });
    expect(response.status).toBe(status);
    if ('recipient' in more) expect(response.text).toBe('Invalid request: recipient is required');
    expect((await api.call('/send', { body })).status).toBe(400);
  });

  it('may send numbers, booleans and objects as header values', async () => {
    const headers = { 'X-N': 1.5, 'X-T': true, 'X-F': false, 'X-Null': null, 'X-O': { a: [1] }, 'X-S': 's' };
    const body = { template: 'tem_1', recipient, headers };
    expect((await asLibrary('/send', { body })).status).toBe(200);
    expect(api.services.getCalls(acceptMessage)[0]?.request.headers).toEqual({
      'X-N': '1.5',
      'X-T': 'true',
      'X-F': 'false',
      'X-O': '{"a":[1]}',
      'X-S': 's',
    });
    expect((await api.call('/send', { body })).status).toBe(400);
  });

  describe('may send two keys, of which one must be valid:', () => {
    const wrong = 'live_wrong_and_unknown';
    it.each<[string, string | null, string | undefined, number]>([
      ['both valid', liveKey, testKey, 200],
      ['only the first', liveKey, wrong, 200],
      ['only the second', wrong, liveKey, 200],
      ['neither', wrong, `${wrong}_too`, 403],
      ['the second, with an empty first', '', liveKey, 200],
      ['the first, with an empty second', liveKey, '', 200],
      ['the first, with a second that is too long', liveKey, 'x'.repeat(600), 200],
      ['only one that is too long', null, 'x'.repeat(600), 401],
    ])('%s', async (_which, key, second, status) => {
      const headers = second === undefined ? {} : { 'x-swu-api-key': second };
      expect((await api.call('/templates', { key, headers })).status).toBe(status);
    });

    it('the second, with an Authorization header that is not Basic', async () => {
      const headers = { authorization: 'Bearer x', 'x-swu-api-key': liveKey };
      expect((await api.call('/templates', { key: null, headers })).status).toBe(200);
    });

    it('the first valid key determines the rights', async () => {
      await api.call('/send', {
        key: testKey,
        headers: { 'x-swu-api-key': liveKey },
        body: { template: 'tem_1', recipient },
      });
      expect(api.services.getCalls(acceptMessage)[0]?.request.test).toBe(true);
    });
  });

  it('get 400 and text instead of 405', async () => {
    const { status, text, headers } = await asLibrary('/logs', { method: 'PUT', body: {} });
    expect([status, text, headers.get('content-type')]).toEqual([
      400,
      'PUT is not allowed here; allowed: GET',
      'text/plain; charset=utf-8',
    ]);
    expect((await api.call('/logs', { method: 'PUT', body: {} })).status).toBe(405);
  });

  describe('may upload one translation as JSON:', () => {
    const po = (language: string): string =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${language}\nmsgid "Welcome!"\nmsgstr "Witaj, żółwiu!"\n`;
    /** The translations of each locale that the template service received. */
    const uploaded = async (): Promise<object> => {
      const catalogues = await parsePoArchive(Buffer.from(api.services.getCalls(putPo)[0]!.request.zip, 'base64'));
      return Object.fromEntries(
        [...catalogues].map(([locale, catalogue]) => [locale, Object.values(catalogue.messages)]),
      );
    };

    it.each<[string, object, string]>([
      ['by the header of the file', { po: po('"Language: pl_PL\\n"') }, 'pl-PL'],
      [
        'by a header that is one string',
        {
          po: po('').replace(
            'UTF-8\\n',
            'UTF-8\\nLanguage: pl_PL\\nX-Generator: "Lokalise"\\n'.replaceAll('"', String.raw`\"`),
          ),
        },
        'pl-PL',
      ],
      ['with a hyphen', { po: po('"Language: pl-PL\\n"') }, 'pl-PL'],
      ['by a field', { po: po(''), locale: 'fr-FR' }, 'fr-FR'],
      ['by a field before the header', { po: po('"Language: pl_PL\\n"'), locale: 'fr_FR' }, 'fr-FR'],
    ])('with the locale given %s', async (_how, body, locale) => {
      expect((await asLibrary('/i18n/po/shop', { body })).status).toBe(200);
      expect(await uploaded()).toEqual({ [locale]: [['Witaj, żółwiu!']] });
      expect(api.services.getCalls(putPo)[0]!.request.tag).toBe('shop');
      expect((await api.call('/i18n/po/shop', { body })).status).toBe(400);
    });

    it('in a batch', async () => {
      const call = { path: '/api/v1/i18n/po/shop', method: 'POST', body: { po: po('"Language: pl_PL\\n"') } };
      const { text: response } = await asLibrary('/batch', { body: [call] });
      expect((JSON.parse(response) as { status_code: number }[])[0]!.status_code).toBe(200);
      expect(Object.keys(await uploaded())).toEqual(['pl-PL']);
    });

    it.each<[unknown, string]>([
      [{ po: po('') }, 'Invalid request: locale is required: the file has no header Language'],
      [
        { po: `${po('')}\nmsgid "Language: pl_PL"\nmsgstr ""\n"Language: pl_PL\\n"\n` },
        'Invalid request: locale is required: the file has no header Language',
      ],
      [{ po: po('"Language: pl\\n"') }, 'Invalid request: locale must be a supported locale code, such as en-US'],
      [{ po: po(''), locale: 'xx-XX' }, 'Invalid request: locale must be a supported locale code, such as en-US'],
      [{ po: 7 }, 'Invalid request: po must be the text of a .po file'],
      [{}, 'Invalid request: po must be the text of a .po file'],
      ['[]', 'Invalid request: file must be a .zip file of .po files'],
    ])('with an error if it is invalid (%#)', async (body, message) => {
      const response = await asLibrary('/i18n/po/shop', { body });
      expect([response.status, response.text]).toEqual([400, message]);
    });

    it('as an archive, like other callers', async () => {
      const empty = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
      expect((await asLibrary('/i18n/po/shop', { body: empty })).status).toBe(200);
    });
  });

  it('get 400 for other invalid requests', async () => {
    expect((await asLibrary('/send', { body: { template: 'tem_1', recipient: { address: 'x' } } })).status).toBe(400);
    expect((await asLibrary('/templates', { body: { name: 'n' } })).status).toBe(400);
  });
});
