import {
  exportEngagements,
  exportLogs,
  exportMemberships,
  exportSendProposals,
  getCustomer,
  listConversions,
  listSuppressions,
  newId,
  ServiceError,
} from '@postrider/contracts';
import { GatewayUnderTest, testKey } from '../testing/gateway-under-test.js';

describe('the export of personal data', () => {
  let api: GatewayUnderTest;
  beforeAll(async () => {
    api = await GatewayUnderTest.start();
  });
  afterAll(() => api.stop());
  afterEach(() => api.services.reset());

  const path = '/customers/Ada%2Blist@example.com/export';
  const [log] = exportLogs.examples[0]!.response.items;
  const [member] = exportMemberships.examples[0]!.response.items;
  const [conversion] = listConversions.examples[0]!.response.items;
  const [proposal] = exportSendProposals.examples[0]!.response.items;
  const ids = Array.from({ length: 25 }, () => newId('log'));

  it('contains all pages, and the engagements of each log', async () => {
    api.services.respond(exportLogs, (_context, { after }) =>
      after === undefined
        ? { items: ids.slice(0, 20).map((id) => ({ ...log!, id })), next: ids[19] }
        : { items: ids.slice(20).map((id) => ({ ...log!, id })) },
    );
    api.services.respond(exportEngagements, (_context, { log_ids }) =>
      log_ids.includes(ids[21]!) ? [{ log_id: ids[21]!, kind: 'open' as const, at: 1, count: 2 }] : [],
    );
    api.services.respond(exportMemberships, (_context, { after }) =>
      after === undefined
        ? { items: [member!], next: member!.id }
        : { items: [{ ...member!, state: 'left' as const }] },
    );
    api.services.respond(exportSendProposals, (_context, { after }) =>
      after === undefined
        ? { items: [proposal!], next: proposal!.id }
        : { items: [{ ...proposal!, subject: 'Second' }] },
    );
    api.services.respond(listConversions, (_context, { after }) =>
      after === undefined ? { items: [conversion!], next: '1' } : { items: [{ ...conversion!, revenue: 5 }] },
    );
    const { status, headers, body } = await api.call(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      object: 'customer_export',
      email: 'ada+list@example.com',
      created: expect.any(Number) as number,
      customer: getCustomer.examples[0]!.response,
      suppressions: listSuppressions.examples[0]!.response.data,
      conversions: [conversion, { ...conversion, revenue: 5 }],
      logs: ids.map((id) => ({
        ...log,
        id,
        ...(id === ids[21] && { engagements: [{ kind: 'open', at: 1, count: 2 }] }),
      })),
      drip_members: [member, { ...member, state: 'left' }],
      send_proposals: [proposal, { ...proposal, subject: 'Second' }],
    });
    expect(api.services.getCalls(exportEngagements).map(({ request }) => request.log_ids.length)).toEqual([10, 10, 5]);
    expect(api.services.getCalls(exportLogs)[0]!.request).toEqual({ email: 'ada+list@example.com' });
  });

  it('works for an address that is not a customer, and for an unknown one', async () => {
    api.services.respond(getCustomer, () => {
      throw new ServiceError('not_found', 'Customer not found');
    });
    api.services.respond(exportLogs, () => ({ items: [] }));
    api.services.respond(exportMemberships, () => ({ items: [] }));
    api.services.respond(exportSendProposals, () => ({ items: [] }));
    api.services.respond(listConversions, () => ({ items: [] }));
    api.services.respond(listSuppressions, () => ({ data: [], next_cursor: null }));
    expect((await api.call(path)).body).toEqual({
      object: 'customer_export',
      email: 'ada+list@example.com',
      created: expect.any(Number) as number,
      suppressions: [],
      conversions: [],
      logs: [],
      drip_members: [],
      send_proposals: [],
    });
  });

  it('returns an error if it fails before the response starts, and aborts the response if it fails later', async () => {
    api.services.respond(exportMemberships, () => {
      throw new ServiceError('unavailable', 'Away');
    });
    expect((await api.call(path)).status).toBe(503);
    api.services.respond(exportMemberships, (_context, { after }) => {
      if (after !== undefined) throw new ServiceError('unavailable', 'Away');
      return { items: [member!], next: member!.id };
    });
    await expect(api.call(path)).rejects.toThrow();
  });

  it.each([
    ['GET', '/customers/no-address/export', 400],
    ['GET', '/customers/a%2Fb@example.com/export', 200],
    ['GET', `/customers/${'a'.repeat(65)}@example.com/export`, 400],
    ['GET', `/customers/a@${'b'.repeat(60)}.${'c.'.repeat(100)}example.com/export`, 400],
    ['GET', '/customers/%22a%22@example.com/export', 400],
    ['GET', "/customers/o'hara@example.com/export", 200],
    ['GET', '/customers/a%0A@example.com/export', 400],
    ['GET', `/customers/a@${encodeURIComponent('münchen.de')}/export`, 200],
    ['DELETE', '/customers/ada@example.com?erase=yes', 400],
    ['DELETE', '/customers/ada@example.com?erase=', 200],
    ['GET', '/customers?search=a%07', 400],
    ['GET', '/customers?count=0', 400],
  ])('%s %s returns %d', async (method, at, status) => {
    expect((await api.call(at, { method })).status).toBe(status);
  });

  it('needs the scope manage', async () => {
    expect((await api.call(path, { key: testKey })).status).toBe(200);
    const { body } = await api.call('/api_keys', { body: { kind: 'live', name: 'Reader', scopes: ['read'] } });
    const { secret } = (body as { api_key: { secret: string } }).api_key;
    expect((await api.call(path, { key: secret })).status).toBe(403);
  });
});
