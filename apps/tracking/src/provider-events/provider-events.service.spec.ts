import { jest } from '@jest/globals';
import type { RequestContext } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { ProviderEventsService } from './provider-events.service.js';

const account = { esp_id: 'esp_1', esp_type: 'esp_kind_4' as const, settings: {} };
/** What an account may report in a second. */
const perSecond = 5_000;

describe('events of providers', () => {
  let published: Record<string, number>;
  let reports: ProviderEventsService;
  beforeEach(() => {
    jest.useFakeTimers();
    published = {};
    const readers = {
      read: async (_type: string, { body }: { body: Buffer }) => ({
        events: Array.from({ length: Number(body.toString()) }, (_each, n) => ({
          key: `${n}`,
          type: 'Delivery',
          logId: newId('log'),
          atMs: 0,
        })),
      }),
    };
    const outbox = {
      publish: async (_manager: unknown, rows: readonly OutboxRow[]) => {
        for (const { account_id } of rows) published[account_id] = (published[account_id] ?? 0) + 1;
      },
    };
    reports = new ProviderEventsService(readers as never, undefined as never, outbox as never, {} as never);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const report = (accountId: string, events: number): Promise<void> => {
    const context: RequestContext = { accountId, requestId: newId('request'), deadline: Date.now() + 60_000 };
    const body = Buffer.from(String(events)).toString('base64');
    return reports.take(context, { account, url: 'https://mail.acme.example/', headers: {}, body });
  };

  it('events of one account wait while it exceeds its rate, and those of others do not', async () => {
    await report('a', 3 * perSecond);
    const waiting = report('a', 1);
    await report('b', 1);
    expect(published).toEqual({ a: 3 * perSecond, b: 1 });
    await jest.advanceTimersByTimeAsync(2_100);
    await waiting;
    expect(published).toEqual({ a: 3 * perSecond + 1, b: 1 });
  });

  it('are rejected as unavailable when they would wait for more than three seconds', async () => {
    await report('a', 5 * perSecond);
    await expect(report('a', 1)).rejects.toMatchObject({ code: 'unavailable' });
    await report('b', 1);
    jest.advanceTimersByTime(5_000);
    await report('a', 1);
    expect(published).toEqual({ a: 5 * perSecond + 1, b: 1 });
  });
});
