import { jest } from '@jest/globals';
import type { RequestOf } from '@postrider/contracts';
import { maxEngagements, newId, recordEngagements } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { expectProcessorTime } from '@postrider/processor-time';
import { register } from 'prom-client';
import type { Seen } from './engagement-buffer.js';
import { EngagementBuffer } from './engagement-buffer.js';

const accountId = newId('account');
const log_id = newId('log');
const click = (more: Partial<Seen> = {}): Seen => ({
  accountId,
  log_id,
  kind: 'click',
  link: 3,
  url: 'https://shop.example/offer',
  user_agent: 'Thunderbird',
  ...more,
});

/** The tracking service, which takes what it is told or is away. */
class Told {
  readonly calls: { accountId: string; engagements: RequestOf<typeof recordEngagements>['engagements'] }[] = [];
  away = false;

  get client(): ContractClient {
    const call = (_contract: unknown, context: { accountId: string }, asked: RequestOf<typeof recordEngagements>) => {
      if (this.away) return Promise.reject(new Error('away'));
      this.calls.push({ accountId: context.accountId, engagements: asked.engagements });
      return Promise.resolve({});
    };
    return { call } as unknown as ContractClient;
  }

  get counted(): number {
    return this.calls.flatMap(({ engagements }) => engagements).reduce((sum, { count }) => sum + count, 0);
  }
}

const lost = async (): Promise<number> =>
  (await register.getSingleMetric('postrider_engagements_lost_total')!.get()).values[0]?.value ?? 0;

describe('opens and clicks on their way', () => {
  let told: Told;
  let buffer: EngagementBuffer;

  beforeEach(() => {
    told = new Told();
    buffer = new EngagementBuffer(told.client);
  });

  it('are one row and a count where thousands follow one link in a moment, in no time', async () => {
    // 10,000 a second must leave the gateway to others: a fiftieth of its processor.
    await expectProcessorTime(() => {
      buffer = new EngagementBuffer(told.client);
      for (let n = 0; n < 10_000; n += 1) buffer.add(click());
    }, 20);
    await buffer.run();
    expect(told.calls).toHaveLength(1);
    expect(told.calls[0]!.engagements).toEqual([
      expect.objectContaining({ log_id, kind: 'click', link: 3, count: 10_000, id: expect.stringMatching(/^evt_/) }),
    ]);
  });

  it('are told apart by mail, account, link, kind and whether it was a machine', async () => {
    const different = [
      click(),
      click({ link: 4 }),
      click({ bot: 'library' }),
      click({ log_id: newId('log') }),
      click({ accountId: newId('account') }),
      { accountId, log_id, kind: 'open' as const },
    ];
    for (const seen of [...different, ...different]) buffer.add(seen);
    await buffer.run();
    const all = told.calls.flatMap(({ engagements }) => engagements);
    expect(all.map(({ count }) => count)).toEqual(different.map(() => 2));
    expect(told.calls).toHaveLength(2);
  });

  it('are gathered for longer while many different ones come, but never very many', async () => {
    jest.useFakeTimers();
    try {
      await buffer.onApplicationBootstrap();
      const follow = (links: number): void => {
        for (let link = 0; link < links; link += 1) buffer.add(click({ link }));
      };
      follow(100);
      await jest.advanceTimersByTimeAsync(200);
      expect(told.counted).toBe(100);
      follow(1);
      await jest.advanceTimersByTimeAsync(999);
      expect(told.counted).toBe(100);
      await jest.advanceTimersByTimeAsync(1);
      expect(told.counted).toBe(101);
      follow(200);
      await jest.advanceTimersByTimeAsync(200);
      expect(told.counted).toBe(301);
      follow(2_000);
      await jest.advanceTimersByTimeAsync(0);
      expect(told.counted).toBe(2_301);
    } finally {
      jest.useRealTimers();
      await buffer.beforeApplicationShutdown();
    }
  });

  it('are bounded while nobody can be told, and what is more is counted as lost; the same again still counts', async () => {
    const before = await lost();
    told.away = true;
    for (let link = 0; link < 10_005; link += 1) buffer.add(click({ link }));
    expect((await lost()) - before).toBe(5);
    buffer.add(click({ link: 0 }));
    expect((await lost()) - before).toBe(5);
    await buffer.run();
    buffer.add(click({ link: 0 }));
    expect((await lost()) - before).toBe(6);
    told.away = false;
    await buffer.run();
    expect(told.counted).toBe(10_001);
    for (const { engagements } of told.calls) expect(engagements.length).toBeLessThanOrEqual(maxEngagements);
    buffer.add(click());
    await buffer.run();
    expect(told.counted).toBe(10_002);
  });
});
