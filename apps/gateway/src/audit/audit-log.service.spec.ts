import { ServiceError } from '@postrider/contracts';
import type { ApiRequest } from '../http/api-request.js';
import type { Routes } from '../http/routes.js';
import { AuditLogService, recorded } from './audit-log.service.js';
import type { AuditRepository, NewAuditRow } from './audit.repository.js';
import type { AuditedObject } from './audited-object.js';

const read = (value: unknown): unknown => JSON.parse(recorded(value)!);

describe('recorded', () => {
  it.each([undefined, null, {}])('returns undefined for an empty value: %p', (value) => {
    expect(recorded(value)).toBeUndefined();
  });

  it('replaces secrets at any depth', () => {
    const value = {
      name: 'Shop',
      api_key: { id: 'key_1', secret: 'live_x' },
      credentials: { username: 'u', password: 'p' },
      webhook: { url: 'https://acme.example', signing_secret: 's' },
      webhook_url: 'https://mail.acme.example/webhooks/esp/t',
      list: [{ token: 't' }],
    };
    expect(read(value)).toEqual({
      name: 'Shop',
      api_key: { id: 'key_1', secret: '(not shown)' },
      credentials: '(not shown)',
      webhook: { url: 'https://acme.example', signing_secret: '(not shown)' },
      webhook_url: '(not shown)',
      list: [{ token: '(not shown)' }],
    });
  });

  it('cuts long texts and lists', () => {
    expect(read({ html: 'a'.repeat(5_000), tags: Array.from({ length: 300 }, (_, index) => index) })).toMatchObject({
      html: `${'a'.repeat(2_000)}… (5000 characters)`,
      tags: expect.arrayContaining([0, 199, '… (300 in all)']) as unknown[],
    });
  });

  it.each<[string, unknown]>([
    [
      'many long texts',
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 'é'.repeat(4_000)])),
    ],
    ['many fields', Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`f${index}`, index]))],
    ['deep lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => 'x'.repeat(300)))],
    ['long names', { ['n'.repeat(100_000)]: 1 }],
  ])('returns at most 16 KB for %s', (_name, value) => {
    expect(Buffer.byteLength(recorded(value)!)).toBeLessThanOrEqual(16 * 1024);
  });
});

const large = { html: '…'.repeat(2_000), text: '…'.repeat(2_000) };

describe('AuditLogService', () => {
  const lines: NewAuditRow[] = [];
  const completed: (string | null)[] = [];
  const entries = {
    add: (row: NewAuditRow) => Promise.resolve(`aud_${lines.push(row)}`),
    complete: (_accountId: string, _id: string, _objects: readonly string[], after: string | null) =>
      Promise.resolve(void completed.push(after)),
  } as unknown as AuditRepository;
  const objects = { read: () => Promise.resolve(large) } as unknown as AuditedObject;
  const routes = { getPath: () => '/templates/:id' } as unknown as Routes;
  const audit = new AuditLogService(entries, objects, routes);
  const request = (accountId: string) =>
    ({
      caller: { accountId },
      method: 'PUT',
      path: '/api/v1/templates/tem_1',
      params: {},
      ip: '192.0.2.1',
    }) as unknown as ApiRequest;

  it("first omits `after`, then rejects changes, when the account's large changes exceed the budget", async () => {
    let changes = 0;
    const change = (accountId = 'acc_a') =>
      audit.around(request(accountId), () => Promise.resolve({ ...large, changes: ++changes }));
    const untilRejected = async (): Promise<never> => {
      for (;;) await change();
    };
    const rejected = await untilRejected().catch((error: unknown) => error as ServiceError);
    expect(rejected).toBeInstanceOf(ServiceError);
    expect(rejected.code).toBe('rate_limited');
    expect(rejected.retryAfter).toBeGreaterThan(0);
    expect(changes).toBe(lines.length);
    expect(lines.filter(({ before }) => before === null)).toEqual([]);
    expect(completed.at(0)).not.toBeNull();
    expect(completed.at(-1)).toBeNull();
    await expect(change('acc_b')).resolves.toBeDefined();
  });
});
