import type { RequestOf } from '@postrider/contracts';
import {
  listDripCampaignsByPage,
  listEspAccountsByPage,
  listSnippetsByPage,
  listVersionsByPage,
  ServiceError,
} from '@postrider/contracts';
import { waitFor } from '@postrider/testing';
import { basic, GatewayUnderTest, liveKey } from '../testing/gateway-under-test.js';

const version = listVersionsByPage.examples[0]!.response.items[0]!;
const numbered = (n: number) => ({ ...version, name: `Version ${n}` });
const path = '/templates/tem_1/locales/fr-FR/versions';
type PageRequest = RequestOf<typeof listVersionsByPage>;

describe('a list of several pages', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  /** Pages of one version each. */
  const respondWithPages = (count: number, name: (n: number) => string = (n) => `Version ${n}`): void =>
    api.services.respond(listVersionsByPage, (_context, { after = '0' }: PageRequest) => {
      const n = Number(after) + 1;
      return { items: [{ ...version, name: name(n) }], ...(n < count ? { next: String(n) } : {}) };
    });
  const requests = () => api.services.getCalls(listVersionsByPage).map(({ request }) => request);

  it('is returned as one array', async () => {
    respondWithPages(3);
    const { status, headers, body } = await api.call(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual([numbered(1), numbered(2), numbered(3)]);
    const first = { template_id: 'tem_1', locale: 'fr-FR' };
    expect(requests()).toEqual([first, { ...first, after: '1' }, { ...first, after: '2' }]);
  });

  it('of snippets is returned as one array', async () => {
    const [footer] = listSnippetsByPage.examples[0]!.response.items;
    api.services.respond(listSnippetsByPage, (_context, { after }) =>
      after === undefined ? { items: [footer!], next: 'footer' } : { items: [{ ...footer!, name: after }] },
    );
    expect((await api.call('/snippets')).body).toEqual([footer, footer]);
  });

  it('of ESP accounts or drip campaigns is returned as one array', async () => {
    const [account] = listEspAccountsByPage.examples[0]!.response.items;
    api.services.respond(listEspAccountsByPage, (_context, { after, esp_type }) =>
      after === undefined
        ? { items: [account!], next: '1' }
        : { items: [{ ...account!, name: `${after} ${esp_type}` }] },
    );
    expect((await api.call('/esp_accounts?esp_type=smtp')).body).toEqual([account, { ...account, name: '1 smtp' }]);
    const [campaign] = listDripCampaignsByPage.examples[0]!.response.items;
    api.services.respond(listDripCampaignsByPage, (_context, { after }) =>
      after === undefined ? { items: [campaign!], next: 'on' } : { items: [{ ...campaign!, name: after }] },
    );
    expect((await api.call('/drip_campaigns')).body).toEqual([campaign, { ...campaign, name: 'on' }]);
  });

  it('is loaded no faster than its caller reads', async () => {
    respondWithPages(500, (n) => `${n}${'x'.repeat(200_000)}`);
    const response = await fetch(`${api.gateway.url}/api/v1${path}`, { headers: { authorization: basic(liveKey) } });
    const reader = response.body!.getReader();
    await reader.read();
    await waitFor(async () => {
      const before = requests().length;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return requests().length === before;
    });
    expect(requests().length).toBeLessThan(250);
    await reader.cancel();
  }, 20_000);

  it('returns an error if the first page fails, and aborts the response if a later one fails', async () => {
    api.services.respond(listVersionsByPage, () => {
      throw new ServiceError('not_found', 'Template not found');
    });
    expect((await api.call(path)).status).toBe(404);
    api.services.respond(listVersionsByPage, (_context, { after }) => {
      if (after !== undefined) throw new ServiceError('unavailable', 'Away');
      return { items: [version], next: '1' };
    });
    await expect(api.call(path)).rejects.toThrow();
    respondWithPages(2);
    expect((await api.call(path)).body).toHaveLength(2);
  });

  describe('in a batch', () => {
    const call = { path: `/api/v1${path}`, method: 'GET' };
    const snippets = { path: '/api/v1/snippets', method: 'GET' };
    const batch = async () => (await api.call('/batch', { body: [call, snippets] })).body;

    it('a list in a batch is the same array', async () => {
      respondWithPages(120);
      expect(await batch()).toEqual([
        { ...call, status_code: 200, body: Array.from({ length: 120 }, (_none, n) => numbered(n + 1)) },
        expect.objectContaining({ status_code: 200 }),
      ]);
    });

    it('returns 413 for this call alone if it is too large', async () => {
      respondWithPages(20, (n) => `${n}${'x'.repeat(1_000_000)}`);
      expect(await batch()).toEqual([
        { ...call, status_code: 413, body: 'The response is too large for a batch; make this call on its own' },
        expect.objectContaining({ status_code: 200 }),
      ]);
    });

    it('frees its share for later calls when it fails', async () => {
      api.services.respond(listVersionsByPage, (_context, { after }) => {
        if (after !== undefined) throw new ServiceError('unavailable', 'Away');
        return { items: [1, 2, 3].map((n) => ({ ...version, name: `${n}${'x'.repeat(1_000_000)}` })), next: '1' };
      });
      // The changes in between keep the lists from running concurrently.
      const change = { path: '/api/v1/snippets', method: 'POST', body: { name: 'footer', body: 'x' } };
      const calls = Array.from({ length: 8 }, () => [call, change]).flat();
      const { body } = await api.call('/batch', { body: calls });
      const statuses = (body as unknown as readonly { status_code: number }[]).map(({ status_code }) => status_code);
      expect(statuses).toEqual(Array.from({ length: 8 }, () => [503, 200]).flat());
    });

    it('returns an error if a later page fails', async () => {
      api.services.respond(listVersionsByPage, (_context, { after }) => {
        if (after !== undefined) throw new ServiceError('unavailable', 'Away');
        return { items: [version], next: '1' };
      });
      expect(await batch()).toEqual([
        { ...call, status_code: 503, body: 'The response was interrupted; nothing was accepted, try again later' },
        expect.objectContaining({ status_code: 200 }),
      ]);
    });
  });
});
