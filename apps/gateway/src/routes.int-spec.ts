import { createHash } from 'node:crypto';
import type { Rpc } from '@postrider/contracts';
import {
  acceptMessage,
  activateDripCampaign,
  addLocale,
  cancelMessage,
  commitBlob,
  createDripCampaign,
  createEspAccount,
  createSnippet,
  createTemplate,
  createVersion,
  deleteCustomer,
  eraseCustomer,
  getErasure,
  listCustomers,
  deactivateDripCampaign,
  deactivateEverywhere,
  deleteDripCampaign,
  deleteEspAccount,
  deleteSnippet,
  deleteTemplate,
  deleteVersion,
  endAbTest,
  findBlob,
  getCustomer,
  getDripCampaign,
  getEspAccount,
  getLog,
  getPot,
  getSnippet,
  getTemplate,
  getVersion,
  listCustomerLogs,
  listDripCampaignsByPage,
  listDripMembers,
  listEspAccountsByPage,
  listLogEvents,
  listLogs,
  listSnippetsByPage,
  listTemplatesByPage,
  listVersionsByPage,
  publishVersion,
  putBlobChunk,
  putPo,
  recordConversion,
  renderTemplate,
  resendMessage,
  setAbTest,
  setDefaultEspAccount,
  updateDripCampaign,
  updateEspAccount,
  updateSnippet,
  updateTemplate,
  updateVersion,
  ServiceError,
  upsertCustomer,
} from '@postrider/contracts';
import { GatewayUnderTest, liveKey } from './testing/gateway-under-test.js';

const ok = { success: true, status: 'OK' };
const content = { name: 'Receipt', subject: 'Your receipt', html: '<p>Hello</p>' };
const snippet = { name: 'footer', body: '<p>Acme</p>' };
const abTest = {
  versions: [
    { id: 'ver_1', weight: 1 },
    { id: 'ver_2', weight: 3 },
  ],
};
const recipient = { address: 'ada@example.com' };
const relay = {
  name: 'Relay',
  esp_type: 'smtp',
  credentials: { host: 'smtp.example.com', port: 587, username: 'u', password: 'p', use_tls: true },
};
const campaign = { name: 'Onboarding', drip_steps: [{ email_id: 'tem_1', delay_seconds: '60' }] };
const logsPage = { count: 100, offset: 0 };
/** The example as the API returns it, without the revision, which is in a header. */
function example(rpc: Rpc): unknown {
  const response: unknown = rpc.examples[0]?.response;
  if (Array.isArray(response) || typeof response !== 'object') return response;
  const { revision: _revision, ...withoutRevision } = response as { readonly revision?: string };
  return withoutRevision;
}
const { replayed: _, ...receipt } = acceptMessage.examples[0]!.response;
const { replayed: _replayed, ...activation } = activateDripCampaign.examples[0]!.response;

/** Method, path, body; the contract and the request that it gets; the response for the example of the contract. */
const operations: readonly [string, string, unknown, Rpc, unknown, unknown][] = [
  ['GET', '/templates', undefined, listTemplatesByPage, {}, listTemplatesByPage.examples[0]!.response.items],
  [
    'POST',
    '/templates',
    { ...content, tags: ['billing'], locale: '' },
    createTemplate,
    { ...content, tags: ['billing'] },
    example(createTemplate),
  ],
  ['GET', '/templates/tem_1', undefined, getTemplate, { template_id: 'tem_1' }, example(getTemplate)],
  [
    'GET',
    '/templates/tem_1/locales/fr-FR',
    undefined,
    getTemplate,
    { template_id: 'tem_1', locale: 'fr-FR' },
    example(getTemplate),
  ],
  [
    'PUT',
    '/templates/tem_1',
    { name: 'New', tags: [] },
    updateTemplate,
    { template_id: 'tem_1', name: 'New', tags: [] },
    ok,
  ],
  ['PUT', '/templates/tem_1/locales/fr-FR', {}, updateTemplate, { template_id: 'tem_1', locale: 'fr-FR' }, ok],
  ['DELETE', '/templates/tem_1', undefined, deleteTemplate, { template_id: 'tem_1' }, ok],
  [
    'DELETE',
    '/templates/tem_1/locales/fr-FR',
    undefined,
    deleteTemplate,
    { template_id: 'tem_1', locale: 'fr-FR' },
    ok,
  ],
  [
    'POST',
    '/templates/tem_1/locales',
    { ...content, locale: 'fr-FR' },
    addLocale,
    { ...content, locale: 'fr-FR', template_id: 'tem_1' },
    example(addLocale),
  ],
  [
    'GET',
    '/templates/tem_1/versions',
    undefined,
    listVersionsByPage,
    { template_id: 'tem_1' },
    listVersionsByPage.examples[0]!.response.items,
  ],
  [
    'GET',
    '/templates/tem_1/locales/fr-FR/versions',
    undefined,
    listVersionsByPage,
    { template_id: 'tem_1', locale: 'fr-FR' },
    listVersionsByPage.examples[0]!.response.items,
  ],
  [
    'POST',
    '/templates/tem_1/versions',
    content,
    createVersion,
    { ...content, template_id: 'tem_1' },
    example(createVersion),
  ],
  [
    'POST',
    '/templates/tem_1/locales/fr-FR/versions',
    content,
    createVersion,
    { ...content, template_id: 'tem_1', locale: 'fr-FR' },
    example(createVersion),
  ],
  [
    'GET',
    '/templates/tem_1/versions/ver_1',
    undefined,
    getVersion,
    { template_id: 'tem_1', version_id: 'ver_1' },
    example(getVersion),
  ],
  [
    'GET',
    '/templates/tem_1/locales/fr-FR/versions/ver_1',
    undefined,
    getVersion,
    { template_id: 'tem_1', locale: 'fr-FR', version_id: 'ver_1' },
    example(getVersion),
  ],
  [
    'PUT',
    '/templates/tem_1/versions/ver_1',
    content,
    updateVersion,
    { ...content, template_id: 'tem_1', version_id: 'ver_1' },
    example(updateVersion),
  ],
  [
    'PUT',
    '/templates/tem_1/locales/fr-FR/versions/ver_1',
    content,
    updateVersion,
    { ...content, template_id: 'tem_1', locale: 'fr-FR', version_id: 'ver_1' },
    example(updateVersion),
  ],
  [
    'PUT',
    '/templates/tem_1/versions/ver_1/publish',
    undefined,
    publishVersion,
    { template_id: 'tem_1', version_id: 'ver_1' },
    example(publishVersion),
  ],
  [
    'DELETE',
    '/templates/tem_1/locales/fr-FR/versions/ver_1',
    undefined,
    deleteVersion,
    { template_id: 'tem_1', locale: 'fr-FR', version_id: 'ver_1' },
    ok,
  ],
  ['PUT', '/templates/tem_1/ab_test', abTest, setAbTest, { ...abTest, template_id: 'tem_1' }, example(setAbTest)],
  [
    'DELETE',
    '/templates/tem_1/locales/fr-FR/ab_test',
    undefined,
    endAbTest,
    { template_id: 'tem_1', locale: 'fr-FR' },
    example(endAbTest),
  ],
  ['GET', '/snippets', undefined, listSnippetsByPage, {}, listSnippetsByPage.examples[0]!.response.items],
  ['GET', '/snippets/snp_1', undefined, getSnippet, { snippet_id: 'snp_1' }, example(getSnippet)],
  ['POST', '/snippets', snippet, createSnippet, snippet, { ...ok, snippet: example(createSnippet) }],
  [
    'PUT',
    '/snippets/snp_1',
    snippet,
    updateSnippet,
    { ...snippet, snippet_id: 'snp_1' },
    { ...ok, snippet: example(updateSnippet) },
  ],
  ['DELETE', '/snippets/snp_1', undefined, deleteSnippet, { snippet_id: 'snp_1' }, ok],
  [
    'POST',
    '/render',
    { template: 'tem_1', template_data: {}, strict: true, version_name: '' },
    renderTemplate,
    { template: 'tem_1', template_data: {}, strict: true },
    { ...ok, ...(example(renderTemplate) as object) },
  ],
  [
    'POST',
    '/send',
    {
      template: 'tem_1',
      version_id: 'ver_1',
      recipient,
      esp_account: '',
      files: [],
      headers: {},
      sender: { address: '' },
    },
    acceptMessage,
    { template: 'tem_1', version_id: 'ver_1', recipient, attachments: [], headers: {}, test: false },
    { ...ok, ...receipt },
  ],
  ['POST', '/resend', { log_id: 'log_1' }, resendMessage, { log_id: 'log_1', test: false }, { ...ok, ...receipt }],
  ['GET', '/logs', undefined, listLogs, logsPage, example(listLogs)],
  [
    'GET',
    '/logs?count=5&offset=10&created_gt=1&created_lte=2',
    undefined,
    listLogs,
    { count: 5, offset: 10, created_gt: 1, created_lte: 2 },
    example(listLogs),
  ],
  ['GET', '/logs/log_1', undefined, getLog, { log_id: 'log_1' }, example(getLog)],
  ['GET', '/logs/log_1/events', undefined, listLogEvents, { log_id: 'log_1' }, example(listLogEvents)],
  ['POST', '/logs/log_1/cancel', undefined, cancelMessage, { log_id: 'log_1' }, ok],
  ['GET', '/esp_accounts', undefined, listEspAccountsByPage, {}, listEspAccountsByPage.examples[0]!.response.items],
  [
    'GET',
    '/esp_accounts?esp_type=smtp',
    undefined,
    listEspAccountsByPage,
    { esp_type: 'smtp' },
    listEspAccountsByPage.examples[0]!.response.items,
  ],
  ['POST', '/esp_accounts', relay, createEspAccount, relay, { ...ok, esp_account: example(createEspAccount) }],
  [
    'PUT',
    '/esp_accounts/set_default',
    { esp_id: 'esp_1' },
    setDefaultEspAccount,
    { esp_id: 'esp_1' },
    { ...ok, esp_account: example(setDefaultEspAccount) },
  ],
  [
    'GET',
    '/esp_accounts/esp_1',
    undefined,
    getEspAccount,
    { esp_id: 'esp_1' },
    { ...ok, esp_account: example(getEspAccount) },
  ],
  [
    'PUT',
    '/esp_accounts/esp_1',
    { name: 'Slow', credentials: null, fallback: '' },
    updateEspAccount,
    { esp_id: 'esp_1', name: 'Slow' },
    { ...ok, esp_account: example(updateEspAccount) },
  ],
  ['DELETE', '/esp_accounts/esp_1', undefined, deleteEspAccount, { esp_id: 'esp_1' }, ok],
  [
    'GET',
    '/customers/ada@example.com',
    undefined,
    getCustomer,
    { email: 'ada@example.com' },
    { ...ok, customer: example(getCustomer) },
  ],
  [
    'POST',
    '/customers',
    { email: ' ada@example.com', data: { plan: 'pro' }, locale: null },
    upsertCustomer,
    { email: 'ada@example.com', data: { plan: 'pro' } },
    ok,
  ],
  [
    'GET',
    '/customers?search=ada&locale=en-GB&count=3',
    undefined,
    listCustomers,
    { search: 'ada', locale: 'en-GB', count: 3 },
    example(listCustomers),
  ],
  [
    'DELETE',
    '/customers/ada@example.com?erase=true',
    undefined,
    eraseCustomer,
    { email: 'ada@example.com' },
    { ...ok, erasure: example(eraseCustomer) },
  ],
  ['DELETE', '/customers/ada@example.com?erase=false', undefined, deleteCustomer, { email: 'ada@example.com' }, ok],
  ['GET', '/erasures/era_1', undefined, getErasure, { erasure_id: 'era_1' }, example(getErasure)],
  ['DELETE', '/customers/ada%40example.com', undefined, deleteCustomer, { email: 'ada@example.com' }, ok],
  [
    'GET',
    '/customers/ada@example.com/logs?count=3',
    undefined,
    listCustomerLogs,
    { count: 3, email: 'ada@example.com' },
    { ...ok, logs: example(listCustomerLogs) },
  ],
  [
    'GET',
    '/drip_campaigns',
    undefined,
    listDripCampaignsByPage,
    {},
    listDripCampaignsByPage.examples[0]!.response.items,
  ],
  ['GET', '/drip_campaigns/dc_1', undefined, getDripCampaign, { drip_campaign_id: 'dc_1' }, example(getDripCampaign)],
  [
    'POST',
    '/drip_campaigns',
    campaign,
    createDripCampaign,
    { ...campaign, drip_steps: [{ email_id: 'tem_1', delay_seconds: 60 }] },
    { ...ok, drip_campaign: example(createDripCampaign) },
  ],
  [
    'PUT',
    '/drip_campaigns/dc_1',
    { enabled: true, trigger_email_id: null },
    updateDripCampaign,
    { enabled: true, trigger_email_id: null, drip_campaign_id: 'dc_1' },
    { ...ok, drip_campaign: example(updateDripCampaign) },
  ],
  ['DELETE', '/drip_campaigns/dc_1', undefined, deleteDripCampaign, { drip_campaign_id: 'dc_1' }, ok],
  [
    'POST',
    '/drip_campaigns/dc_1/activate',
    { recipient, email_data: { name: 'Ada' }, cc: [], headers: {} },
    activateDripCampaign,
    { recipient, email_data: { name: 'Ada' }, cc: [], headers: {}, drip_campaign_id: 'dc_1', test: false },
    { ...ok, ...activation },
  ],
  [
    'POST',
    '/drip_campaigns/dc_1/deactivate',
    { recipient_address: 'ada@example.com' },
    deactivateDripCampaign,
    { recipient_address: 'ada@example.com', drip_campaign_id: 'dc_1' },
    { ...ok, ...(example(deactivateDripCampaign) as object) },
  ],
  [
    'POST',
    '/drip_campaigns/deactivate',
    { recipient_address: 'ada@example.com' },
    deactivateEverywhere,
    { recipient_address: 'ada@example.com' },
    { ...ok, recipient_address: 'ada@example.com' },
  ],
  [
    'GET',
    '/drip_campaigns/dc_1/members?count=3&recipient_address=ada%40example.com',
    undefined,
    listDripMembers,
    { count: 3, recipient_address: 'ada@example.com', drip_campaign_id: 'dc_1' },
    example(listDripMembers),
  ],
  [
    'POST',
    '/customers/ada@example.com/conversions',
    { revenue: 1999 },
    recordConversion,
    { email: 'ada@example.com', revenue: 1999 },
    ok,
  ],
  ['POST', '/customers/ada@example.com/conversions', undefined, recordConversion, { email: 'ada@example.com' }, ok],
];

describe('the operations of the API', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  it.each(operations)('%s %s', async (method, path, body, rpc, request, response) => {
    const { status, text } = await api.call(path, { method, ...(body === undefined ? {} : { body }) });
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({ status: 200, body: response });
    expect(api.services.getCalls(rpc).map((received) => received.request)).toEqual([request]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', ''])(
    'accepts JSON with the content type %j',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      expect((await api.call('/snippets', { body: Buffer.from(JSON.stringify(snippet)), headers })).status).toBe(200);
    },
  );

  it.each(['GET', 'DELETE'])('accepts %s with a JSON content type and no body', async (method) => {
    expect(
      (
        await api.call('/snippets/snp_1', {
          method,
          headers: { 'content-type': 'application/json', accept: 'text/html' },
        })
      ).status,
    ).toBe(200);
  });

  it('drops __proto__ at any depth of a body', async () => {
    await api.call('/render', {
      body: '{"__proto__":{"strict":true},"template":"tem_1","template_data":{"a":[{"__proto__":{"x":1},"\\u005f_proto__":1,"b":2}]}}',
    });
    const [received] = api.services.getCalls(renderTemplate);
    expect(JSON.stringify(received?.request)).toBe('{"template":"tem_1","template_data":{"a":[{"b":2}]}}');
  });

  it('returns delays of drip campaigns as numbers if the request asks for it', async () => {
    const delays = async (path: string, options: object = {}) => {
      const { body } = await api.call(path, { headers: { 'x-numeric-delays': '1' }, ...options });
      return JSON.stringify(body).match(/"delay_seconds":("?\d+"?)/)?.[1];
    };
    expect(await delays('/drip_campaigns', { headers: {} })).toBe('"86400"');
    for (const path of ['/drip_campaigns', '/drip_campaigns/dc_1']) expect(await delays(path)).toBe('86400');
    for (const value of ['0', 'false', ''])
      expect(await delays('/drip_campaigns', { headers: { 'x-numeric-delays': value } })).toBe('"86400"');
    expect(await delays('/drip_campaigns', { headers: { 'x-numeric-delays': 'true' } })).toBe('86400');
    const response = await fetch(`http://127.0.0.1:${api.port}/api/v1_numeric/drip_campaigns/dc_1`, {
      headers: { authorization: `Basic ${btoa(`${liveKey}:`)}` },
    });
    expect(await response.text()).toContain('"delay_seconds":86400,');
    expect(await delays('/drip_campaigns', { body: campaign })).toBe('86400');
    expect(await delays('/drip_campaigns/dc_1', { method: 'PUT', body: { enabled: true } })).toBe('86400');
  });

  it('ignores a byte order mark before the JSON', async () => {
    expect((await api.call('/snippets', { body: `\uFEFF${JSON.stringify(snippet)}` })).status).toBe(200);
  });

  describe('idempotency keys', () => {
    it('of activations are per campaign, and a replay has a header', async () => {
      api.services.respond(activateDripCampaign, () => ({ ...activation, replayed: true }));
      const headers = { 'idempotency-key': 'signup-1' };
      for (const id of ['dc_1', 'dc_1', 'dc_2']) {
        const response = await api.call(`/drip_campaigns/${id}/activate`, { body: { recipient }, headers });
        expect(response.headers.get('idempotency-replayed')).toBe('true');
      }
      const hashes = api.services
        .getCalls(activateDripCampaign)
        .map(({ request }) => request.idempotency?.request_hash)
        .slice(-3);
      expect(hashes[0]).toBe(hashes[1]);
      expect(hashes[0]).not.toBe(hashes[2]);
    });

    it('do not depend on how the path is written', async () => {
      const body = { template: 'tem_1', recipient: { address: 'ada@example.com' } };
      for (const path of ['/send', '/send/', '/SEND'])
        await api.call(path, { body, headers: { 'idempotency-key': 'order-8' } });
      const hashes = api.services.getCalls(acceptMessage).map(({ request }) => request.idempotency?.request_hash);
      const hashed = '["POST","/api/v1/send","live",{"recipient":{"address":"ada@example.com"},"template":"tem_1"}]';
      const expected = createHash('sha256').update(hashed).digest('hex');
      expect(hashes).toEqual([expected, expected, expected]);
    });

    const body = { template: 'tem_1', recipient };

    it('keys are sent to delivery with a hash of the request', async () => {
      const hashes: unknown[] = [];
      const bodies = [body, { recipient, template: 'tem_1' }, { ...body, template: 'tem_2' }];
      for (const each of bodies) await api.call('/send', { body: each, headers: { 'idempotency-key': 'order-7' } });
      await api.call('/send', { body, headers: { 'idempotency-key': 'order-7' }, key: 'test_0123456789abcdefghij' });
      for (const { request } of api.services.getCalls(acceptMessage)) {
        expect(request.idempotency?.key).toBe('order-7');
        hashes.push(request.idempotency?.request_hash);
      }
      expect(hashes[0]).toBe(hashes[1]);
      expect(new Set(hashes).size).toBe(3);
    });

    it('return a header with a replay', async () => {
      expect((await api.call('/send', { body })).headers.get('idempotency-replayed')).toBeNull();
      api.services.respond(acceptMessage, () => ({ ...acceptMessage.examples[0]!.response, replayed: true }));
      expect((await api.call('/send', { body })).headers.get('idempotency-replayed')).toBe('true');
    });

    it.each(['', 'x'.repeat(256), 'order\t7'])('return 400 for %j', async (key) => {
      const { status, body: response } = await api.call('/send', { body, headers: { 'idempotency-key': key } });
      expect([status, response['errors']]).toEqual([
        400,
        [{ field: 'Idempotency-Key', message: 'must have 1 to 255 characters, and no control characters' }],
      ]);
    });
  });

  describe('attachments', () => {
    const content = Buffer.from(Array.from({ length: 1_300_000 }, (_none, index) => index % 251));
    const file = { id: 'invoice.pdf', data: content.toString('base64').replace(/.{76}/g, '$&\r\n') };
    const call = (body: object) => api.call('/send', { body: { template: 'tem_1', recipient, ...body } });

    it('are sent to delivery in chunks and referenced by the message', async () => {
      expect((await call({ files: [file], inline: { id: 'logo.png', data: 'aGVsbG8=' } })).status).toBe(200);
      const { blob_id } = commitBlob.examples[0]!.response;
      expect(api.services.getCalls(acceptMessage)[0]?.request.attachments).toEqual([
        { name: 'logo.png', disposition: 'inline', bytes: 5, blob_id },
        { name: 'invoice.pdf', disposition: 'attachment', bytes: content.length, blob_id },
      ]);
      const committed = api.services
        .getCalls(commitBlob)
        .map(({ request }) => request)
        .find(({ bytes }) => bytes === content.length);
      const chunks = api.services
        .getCalls(putBlobChunk)
        .map(({ request }) => request)
        .filter((chunk) => chunk.blob_id === committed?.blob_id);
      expect(chunks).toHaveLength(Math.ceil(content.length / (126 * 1024)));
      const put = Buffer.concat(
        chunks.toSorted((a, b) => a.position - b.position).map(({ data }) => Buffer.from(data, 'base64')),
      );
      expect(put.equals(content)).toBe(true);
      expect(committed).toMatchObject({
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
    });

    it('are referenced in order, and identical contents are uploaded once', async () => {
      api.services.respond(commitBlob, (_call, { blob_id }) => ({ blob_id }));
      const copies = ['a', 'b', 'a', 'c', 'd', 'b'].map((text, index) => ({
        id: `${index}.txt`,
        data: Buffer.from(text).toString('base64'),
      }));
      expect((await call({ files: copies })).status).toBe(200);
      const contentByBlobId = new Map(
        api.services
          .getCalls(putBlobChunk)
          .map(({ request }) => [request.blob_id, Buffer.from(request.data, 'base64').toString()]),
      );
      expect([...contentByBlobId.values()].toSorted()).toEqual(['a', 'b', 'c', 'd']);
      const references = api.services.getCalls(acceptMessage)[0]?.request.attachments ?? [];
      expect(references.map(({ name, blob_id }) => [name, contentByBlobId.get(blob_id)])).toEqual(
        ['a', 'b', 'a', 'c', 'd', 'b'].map((text, index) => [`${index}.txt`, text]),
      );
    });

    it('small attachments are uploaded with the lookup', async () => {
      api.services.respond(findBlob, (_call, { upload }) => ({ blob_id: upload!.blob_id }));
      const small = { id: 'note.txt', data: Buffer.from('hello').toString('base64') };
      expect((await call({ files: [small] })).status).toBe(200);
      expect(api.services.getCalls(findBlob)[0]?.request.upload?.data).toBe(small.data);
      expect([...api.services.getCalls(putBlobChunk), ...api.services.getCalls(commitBlob)]).toEqual([]);
    });

    it('that cannot be stored fail the send, and no more are uploaded', async () => {
      api.services.respond(putBlobChunk, () => {
        throw new ServiceError('unavailable', 'Delivery is not available');
      });
      const contents = Array.from({ length: 50 }, (_none, index) => ({
        id: `${index}.txt`,
        data: Buffer.from(`file ${index}`).toString('base64'),
      }));
      expect((await call({ files: contents })).status).toBe(503);
      expect(api.services.getCalls(acceptMessage)).toEqual([]);
      expect(api.services.getCalls(findBlob).length).toBeLessThan(10);
    });

    it('that delivery already has are not uploaded again', async () => {
      api.services.respond(findBlob, () => ({ blob_id: 'blb_01KQV5Xx7GJ8sVJ4mB2cDe' }));
      expect((await call({ files: [file] })).status).toBe(200);
      expect(api.services.getCalls(putBlobChunk)).toEqual([]);
      expect(api.services.getCalls(acceptMessage)[0]?.request.attachments[0]?.blob_id).toBe(
        'blb_01KQV5Xx7GJ8sVJ4mB2cDe',
      );
    });

    it('that are not base64 or have no name return 400', async () => {
      const { status, body } = await call({ files: [{ id: 'a', data: '*' }], inline: { id: 'b', data: 'aA==' } });
      expect([status, body['errors']]).toEqual([400, [{ field: 'files.0.data', message: 'must be base64' }]]);
      expect((await call({ files: [{ data: 'aA==' }] })).status).toBe(400);
    });
  });

  describe('translations', () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100, 7)]);
    const received = () =>
      api.services
        .getCalls(putPo)
        .map(({ request }) => ({ tag: request.tag, zip: Buffer.from(request.zip, 'base64') }));

    it('are downloaded as a .pot file', async () => {
      const { text, headers, status } = await api.call('/i18n/pot/billing%22%20x');
      expect([status, text]).toEqual([200, getPot.examples[0]!.response.pot]);
      expect(headers.get('content-disposition')).toBe('attachment; filename="billing__x.pot"');
      expect(headers.get('content-type')).toBe('text/x-gettext-translation; charset=utf-8');
    });

    it.each(['application/zip', 'application/json', 'multipart/form-data; boundary=x'])(
      'are uploaded as a .zip with any content type (%s)',
      async (type) => {
        const { status, text } = await api.call('/i18n/po/billing', { body: zip, headers: { 'content-type': type } });
        expect([status, text]).toEqual([200, '{}']);
        expect(received()).toEqual([{ tag: 'billing', zip }]);
      },
    );

    it('are uploaded as a form with the field file', async () => {
      const form = new FormData();
      form.set('note', 'hello');
      form.set('file', new Blob([zip]), 'translations.zip');
      expect((await api.call('/i18n/po/billing', { body: form })).status).toBe(200);
      expect(received()).toEqual([{ tag: 'billing', zip }]);
    });

    it.each<[string, Buffer | FormData]>([
      ['nothing', Buffer.alloc(0)],
      ['JSON', Buffer.from('{"zip":1}')],
      ['a form without the field', new FormData()],
      ['more than 10 MB', Buffer.concat([zip, Buffer.alloc(10 * 1024 * 1024)])],
    ])('return 400 that names the file for %s', async (_what, body) => {
      const { status, body: response } = await api.call('/i18n/po/billing', { method: 'POST', body });
      expect([status, (response['errors'] as { field: string }[])[0]?.field]).toEqual([400, 'file']);
    });
  });

  describe('API keys', () => {
    const create = async (body: object, key = liveKey) => api.call('/api_keys', { body, key });
    const newKey = async (body: object, key = liveKey) =>
      (await create(body, key)).body['api_key'] as { id: string; secret: string };

    it('are created, listed, used and revoked, and their secret is shown once', async () => {
      const { status, body } = await create({ kind: 'live', name: 'Shop', scopes: ['send'], expires: 4_000_000_000 });
      const { secret, ...key } = body['api_key'] as { secret: string; id: string; hint: string };
      expect(status).toBe(200);
      expect(secret).toMatch(/^live_[0-9A-Za-z]{43}$/);
      expect(key).toEqual({
        object: 'api_key',
        id: expect.stringMatching(/^key_/),
        kind: 'live',
        name: 'Shop',
        hint: secret.slice(0, 12),
        created: expect.any(Number),
        scopes: ['send'],
        expires: 4_000_000_000,
      });
      const listed = JSON.parse((await api.call('/api_keys')).text) as unknown[];
      expect(listed).toContainEqual(key);
      expect(JSON.stringify(listed)).not.toContain(secret);
      expect((await api.call('/send', { key: secret, body: { template: 'tem_1', recipient } })).status).toBe(200);
      expect((await api.call(`/api_keys/${key.id}`, { method: 'DELETE' })).body).toEqual(ok);
      expect((await api.call('/send', { key: secret, body: {} })).body['status']).toBe('invalid_api_key');
      expect((await api.call(`/api_keys/${key.id}`, { method: 'DELETE' })).status).toBe(404);
    });

    it('work only for their scopes', async () => {
      const { secret } = await newKey({ kind: 'live', name: 'Reader', scopes: ['read'] });
      expect((await api.call('/logs', { key: secret })).status).toBe(200);
      for (const path of ['/send', '/templates', '/api_keys']) {
        const { status, body } = await api.call(path, { key: secret, method: 'POST', body: {} });
        expect([path, status, body['status']]).toEqual([path, 403, 'forbidden']);
      }
    });

    it('cannot create or revoke keys with more rights than their own', async () => {
      const { secret } = await newKey({ kind: 'live', name: 'Manager', scopes: ['manage', 'read'] });
      expect((await create({ kind: 'live', name: 'All' }, secret)).status).toBe(403);
      expect((await create({ kind: 'live', name: 'Send', scopes: ['send'] }, secret)).status).toBe(403);
      expect((await create({ kind: 'live', name: 'Read', scopes: ['read'] }, secret)).status).toBe(200);
      expect((await create({ kind: 'live', name: 'Live' }, 'test_0123456789abcdefghij')).status).toBe(403);
      const { id } = await newKey({ kind: 'live', name: 'Live' });
      expect((await api.call(`/api_keys/${id}`, { method: 'DELETE', key: 'test_0123456789abcdefghij' })).status).toBe(
        403,
      );
    });

    it('that expire cannot create keys that are valid for longer', async () => {
      const expires = Math.floor(Date.now() / 1000) + 600;
      const { secret } = await newKey({ kind: 'live', name: 'Short', expires });
      expect((await create({ kind: 'live', name: 'For ever' }, secret)).status).toBe(403);
      expect((await create({ kind: 'live', name: 'Longer', expires: expires + 1 }, secret)).status).toBe(403);
      expect((await create({ kind: 'live', name: 'As long', expires }, secret)).status).toBe(200);
    });

    it('are rejected after they expire', async () => {
      const { secret, id } = await newKey({ kind: 'live', name: 'Short', expires: Math.floor(Date.now() / 1000) + 60 });
      await api.sql(`update gateway.api_keys set expires_at = now() - interval '1 second' where id = $1`, [id]);
      expect((await api.call('/logs', { key: secret })).body['status']).toBe('invalid_api_key');
    });

    it.each([
      [{}, ['kind', 'name']],
      [{ kind: 'master', name: 'x' }, ['kind']],
      [{ kind: 'live', name: 'x', scopes: ['fly'] }, ['scopes.0']],
      [{ kind: 'live', name: 'x', scopes: 'send' }, ['scopes']],
      [{ kind: 'live', name: 'x', expires: 1 }, ['expires']],
    ])('return 400 for %j that names %j', async (body, fields) => {
      const { status, body: response } = await create(body);
      expect([status, (response['errors'] as { field: string }[]).map(({ field }) => field)]).toEqual([400, fields]);
    });

    it('of another account are neither listed nor found', async () => {
      await api.sql(`insert into gateway.accounts (id, name) values ('acc_other', 'other')`);
      await api.sql(
        `insert into gateway.api_keys (id, account_id, kind, name, secret_hash, hint) values ('key_other', 'acc_other', 'live', 'x', sha256('x'), 'x')`,
      );
      expect((await api.call('/api_keys')).text).not.toContain('key_other');
      expect((await api.call('/api_keys/key_other', { method: 'DELETE' })).status).toBe(404);
      expect(
        await api.sql(`select 1 from gateway.api_keys where id = 'key_other' and revoked_at is null`),
      ).toHaveLength(1);
    });
  });
});
