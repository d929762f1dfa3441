import type { Rpc } from '@postrider/contracts';
import {
  deleteSnippet,
  deleteTemplate,
  deleteVersion,
  getSnippet,
  publishVersion,
  ServiceError,
  updateSnippet,
  updateTemplate,
  updateVersion,
} from '@postrider/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.js';

const revision = getSnippet.examples[0]!.response.revision!;
const tag = `"${revision}"`;
const content = { name: 'Receipt', subject: 'S', text: 'T' };
const footer = { name: 'footer', body: 'x' };

describe('revisions', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  it.each([
    '/templates/tem_1',
    '/templates/tem_1/locales/fr-FR',
    '/templates/tem_1/versions/ver_1',
    '/templates/tem_1/locales/fr-FR/versions/ver_1',
    '/snippets/snp_1',
  ])('GET %s returns it in ETag, and 304 for a matching If-None-Match', async (path) => {
    const { status, headers, body } = await api.call(path);
    expect([status, headers.get('etag'), 'revision' in body]).toEqual([200, tag, false]);
    for (const [ifNoneMatch, expectedStatus] of [
      [tag, 304],
      [`W/${tag}, "other"`, 304],
      ['*', 304],
      ['"other"', 200],
      [revision, 200],
    ] as const) {
      const again = await api.call(path, { headers: { 'if-none-match': ifNoneMatch } });
      expect([ifNoneMatch, again.status, again.headers.get('etag'), again.text === '']).toEqual([
        ifNoneMatch,
        expectedStatus,
        tag,
        expectedStatus === 304,
      ]);
    }
  });

  const changes = [
    ['PUT', '/templates/tem_1', updateTemplate, { name: 'N' }],
    ['DELETE', '/templates/tem_1/locales/fr-FR', deleteTemplate, undefined],
    ['PUT', '/templates/tem_1/versions/ver_1', updateVersion, content],
    ['PUT', '/templates/tem_1/versions/ver_1/publish', publishVersion, undefined],
    ['DELETE', '/templates/tem_1/versions/ver_1', deleteVersion, undefined],
    ['PUT', '/snippets/snp_1', updateSnippet, footer],
    ['DELETE', '/snippets/snp_1', deleteSnippet, undefined],
  ] as const;

  it.each(changes)('%s %s passes on If-Match', async (method, path, contract, body) => {
    const call = (ifMatch?: string) =>
      api.call(path, { method, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
    const expected = () =>
      (api.services.getCalls(contract as Rpc) as unknown as readonly { request: { expected?: unknown } }[]).map(
        ({ request }) => request.expected,
      );
    for (const ifMatch of [undefined, '*', tag, `W/${tag}`, `W/"a", ${tag}, "b"`])
      expect((await call(ifMatch)).status).toBe(200);
    expect(expected()).toEqual([undefined, undefined, [revision], [], [revision, 'b']]);
    const malformed = await call(revision);
    expect([malformed.status, malformed.body['errors']]).toEqual([
      400,
      [{ field: 'If-Match', message: 'must be * or entity tags in quotes, with commas between them' }],
    ]);
    expect(expected()).toHaveLength(5);
  });

  it('are returned in ETag after a change', async () => {
    for (const [method, path, body] of [
      ['POST', '/templates/tem_1/versions', content],
      ['PUT', '/templates/tem_1/versions/ver_1', content],
      ['PUT', '/templates/tem_1/versions/ver_1/publish', undefined],
      ['POST', '/snippets', footer],
      ['PUT', '/snippets/snp_1', footer],
    ] as const) {
      const { headers, text } = await api.call(path, { method, body });
      expect([path, headers.get('etag'), text.includes('revision')]).toEqual([path, tag, false]);
    }
  });

  it('return 412 if they are stale, as text for client libraries', async () => {
    api.services.respond(updateVersion, () => {
      throw new ServiceError('precondition_failed', 'It was changed');
    });
    const stale = { method: 'PUT', body: content, headers: { 'if-match': '"old"' } };
    const { status, body } = await api.call('/templates/tem_1/versions/ver_1', stale);
    expect([status, body['status'], body['message']]).toEqual([412, 'precondition_failed', 'It was changed']);
    const headers = { ...stale.headers, 'x-swu-api-client': 'node-1' };
    const library = await api.call('/templates/tem_1/versions/ver_1', { ...stale, headers });
    expect([library.status, library.text]).toEqual([412, 'It was changed']);
  });

  it('in the headers of a batch do not apply to its calls', async () => {
    const calls = [
      { path: '/api/v1/templates/tem_1', method: 'GET' },
      { path: '/api/v1/snippets/snp_1', method: 'DELETE' },
    ];
    const headers = { 'if-match': '"not-this-revision"', 'if-none-match': tag };
    const { body } = await api.call('/batch', { body: calls, headers });
    expect(body).toMatchObject([{ status_code: 200 }, { status_code: 200 }]);
    expect(JSON.stringify(api.services.getCalls(deleteSnippet))).not.toContain('not-this-revision');
  });
});
