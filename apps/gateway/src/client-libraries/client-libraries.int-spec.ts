import {
  acceptMessage,
  addLocale,
  createTemplate,
  getTemplate,
  listTemplatesByPage,
  renderTemplate,
  ServiceError,
  updateVersion,
  upsertCustomer,
} from '@postrider/contracts';
import type { Ask } from '../testing/gateway-under-test.js';
import { GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';

const library = { 'x-swu-api-client': 'python-1.9.0' };
const recipient = { address: 'ada@example.com' };

describe('the published client libraries', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const asLibrary = (path: string, ask: Ask = {}) => api.ask(path, { ...ask, headers: { ...library, ...ask.headers } });
  const fieldsOf = (body: Record<string, unknown>) => (body['errors'] as { field: string }[]).map(({ field }) => field);

  it('send the key alone in a header', async () => {
    expect((await api.ask('/templates', { key: null, headers: { 'x-swu-api-key': liveKey } })).status).toBe(200);
    expect(
      (await api.ask('/templates', { key: null, headers: { 'x-swu-api-key': 'live_wrong_and_unknown' } })).status,
    ).toBe(403);
  });

  it.each([
    ['/emails', listTemplatesByPage],
    ['/emails/tem_1', getTemplate],
    ['/../v1_0/templates', listTemplatesByPage],
    ['/../v1_0/emails/tem_1?x=1', getTemplate],
  ])('know the address %s', async (path, rpc) => {
    expect((await api.ask(path)).status).toBe(200);
    expect(api.services.callsOf(rpc)).toHaveLength(1);
  });

  it('use other names for fields', async () => {
    await api.ask('/send', { body: { email_id: 'tem_1', recipient, email_data: { a: 1 }, email_version_name: 'New' } });
    expect(api.services.callsOf(acceptMessage)[0]?.request).toMatchObject({
      template: 'tem_1',
      template_data: { a: 1 },
      version_name: 'New',
    });
    await api.ask('/render', { body: { template_id: 'tem_1', email_data: { a: 1 } } });
    expect(api.services.callsOf(renderTemplate)[0]?.request).toMatchObject({
      template: 'tem_1',
      template_data: { a: 1 },
    });
    await api.ask('/templates/tem_1/locales', {
      body: { version_name: 'First', subject: 's', html: 'h', locale: 'fr-FR' },
    });
    expect(api.services.callsOf(addLocale)[0]?.request).toMatchObject({ name: 'First' });
  });

  it('our names win where both are given', async () => {
    await api.ask('/send', { body: { email_id: 'tem_theirs', template: 'tem_ours', recipient } });
    expect(api.services.callsOf(acceptMessage)[0]?.request.template).toBe('tem_ours');
  });

  it('read errors in the names they used', async () => {
    const { body } = await api.ask('/send', { body: { email_id: 7, recipient, email_data: 'x' } });
    expect(fieldsOf(body)).toEqual(['email_id', 'email_data']);
    expect(body['message']).toBe('Invalid request: email_id must be a string; email_data must be an object');
    expect(fieldsOf((await api.ask('/send', { body: { recipient } })).body)).toEqual(['template']);
  });

  it('read errors as plain text that is no JSON, and 400 for 404', async () => {
    api.services.answer(getTemplate, () => {
      throw new ServiceError('not_found', '404');
    });
    const { status, text, headers } = await asLibrary('/templates/tem_none');
    expect([status, text, headers.get('content-type')]).toEqual([400, 'Error: 404', 'text/plain; charset=utf-8']);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect((await asLibrary('/nowhere')).status).toBe(400);
    const wrongKey = await asLibrary('/templates', { key: 'live_wrong_and_unknown' });
    expect([wrongKey.status, wrongKey.text]).toEqual([403, 'This API key is unknown, revoked or expired']);
    expect((await asLibrary('/send', { body: '{"a"' })).text).toContain('not valid JSON');
    expect((await api.ask('/templates/tem_none')).body['status']).toBe('not_found');
  });

  describe('may do what others may not:', () => {
    const content = { name: 'n', subject: 's' };

    it('a sender of an address alone', async () => {
      const body = { template: 'tem_1', recipient, sender: { address: 'shop@acme.example' } };
      expect(fieldsOf((await api.ask('/send', { body })).body)).toEqual(['sender.reply_to', 'sender.name']);
      expect((await asLibrary('/send', { body })).status).toBe(200);
      expect(api.services.callsOf(acceptMessage)[0]?.request.sender).toEqual({
        address: 'shop@acme.example',
        reply_to: 'shop@acme.example',
        name: '',
      });
    });

    it('no template_data on /render', async () => {
      expect(fieldsOf((await api.ask('/render', { body: { template: 'tem_1' } })).body)).toEqual(['template_data']);
      expect((await asLibrary('/render', { body: { template: 'tem_1' } })).status).toBe(200);
    });

    it('html and text both empty', async () => {
      const body = { ...content, html: '', text: '' };
      for (const [path, method] of [
        ['/templates', 'POST'],
        ['/templates/tem_1/versions', 'POST'],
        ['/templates/tem_1/versions/ver_1', 'PUT'],
      ] as const) {
        expect([path, (await api.ask(path, { method, body })).status]).toEqual([path, 400]);
        expect([path, (await asLibrary(path, { method, body })).status]).toEqual([path, 200]);
      }
      expect((await asLibrary('/templates/tem_1/locales', { body: { ...body, locale: 'fr-FR' } })).status).toBe(200);
      expect(api.services.callsOf(updateVersion)[0]?.request).toEqual({
        ...content,
        template_id: 'tem_1',
        version_id: 'ver_1',
      });
    });

    it('amp_html that is no string', async () => {
      const body = { ...content, html: 'h', amp_html: false };
      expect((await api.ask('/templates', { body })).status).toBe(400);
      expect((await asLibrary('/templates', { body })).status).toBe(200);
      expect(api.services.callsOf(createTemplate)[0]?.request).toEqual({ ...content, html: 'h' });
    });

    it('a header value that is an object', async () => {
      const body = { template: 'tem_1', recipient, headers: { 'X-Meta': { a: 1 }, 'X-Plain': 'p' } };
      expect((await api.ask('/send', { body })).status).toBe(400);
      expect((await asLibrary('/send', { body })).status).toBe(200);
      expect(api.services.callsOf(acceptMessage)[0]?.request.headers).toEqual({ 'X-Meta': '{"a":1}', 'X-Plain': 'p' });
    });

    it("PHP's empty object, which is []", async () => {
      expect(
        (await asLibrary('/send', { body: { email_id: 'tem_1', recipient, email_data: [], headers: [], cc: [] } }))
          .status,
      ).toBe(200);
      expect((await asLibrary('/customers', { body: { email: 'ada@example.com', data: [] } })).status).toBe(200);
      expect(api.services.callsOf(upsertCustomer)[0]?.request.data).toEqual({});
    });

    it('a body of null where there are no parameters', async () => {
      expect((await asLibrary('/logs/log_1/cancel', { body: 'null' })).status).toBe(200);
    });
  });

  it('get no leave to be wrong in other ways', async () => {
    expect((await asLibrary('/send', { body: { template: 'tem_1', recipient: { address: 'x' } } })).status).toBe(400);
    expect((await asLibrary('/templates', { body: { name: 'n' } })).status).toBe(400);
  });
});
