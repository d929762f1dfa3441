import { ServiceError } from '@postrider/contracts';
import type { ApiRequest } from '../http/api-request.js';
import type { Routes } from '../http/routes.js';
import { AuditLogService } from './audit-log.service.js';
import type { AuditRepository, NewAuditRow } from './audit.repository.js';
import type { AuditedObject } from './audited-object.js';

const large = { html: '…'.repeat(2_000), text: '…'.repeat(2_000) };

describe('the audit log of an account that makes many large changes', () => {
  const lines: NewAuditRow[] = [];
  const completed: (string | null)[] = [];
  const entries = {
    add: (row: NewAuditRow) => Promise.resolve(`aud_${lines.push(row)}`),
    complete: (_accountId: string, _id: string, _objects: readonly string[], after: string | null) =>
      Promise.resolve(void completed.push(after)),
  } as unknown as AuditRepository;
  const objects = { read: () => Promise.resolve(large) } as unknown as AuditedObject;
  const routes = { pathOf: () => '/templates/:id' } as unknown as Routes;
  const audit = new AuditLogService(entries, objects, routes);
  const request = (accountId: string) =>
    ({
      caller: { accountId },
      method: 'PUT',
      path: '/api/v1/templates/tem_1',
      params: {},
      ip: '192.0.2.1',
    }) as unknown as ApiRequest;

  it('leaves out what was written first, and refuses a change before it hides what that overwrites', async () => {
    let changes = 0;
    const change = (accountId = 'acc_a') =>
      audit.around(request(accountId), () => Promise.resolve({ ...large, changes: ++changes }));
    const untilRefused = async (): Promise<never> => {
      for (;;) await change();
    };
    const refused = await untilRefused().catch((error: unknown) => error as ServiceError);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused.code).toBe('rate_limited');
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(changes).toBe(lines.length);
    expect(lines.filter(({ before }) => before === null)).toEqual([]);
    expect(completed.at(0)).not.toBeNull();
    expect(completed.at(-1)).toBeNull();
    await expect(change('acc_b')).resolves.toBeDefined();
  });
});
