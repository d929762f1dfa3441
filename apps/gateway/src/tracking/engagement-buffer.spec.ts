import { jest } from '@jest/globals';
import type { RequestOf } from '@postrider/contracts';
import { maxEngagements, newId, recordEngagements } from '@postrider/contracts';
import type { ContractClient } from '@postrider/messaging';
import { expectProcessorTime } from '@postrider/processor-time';
import { register } from 'prom-client';
import type { BufferedEngagement } from './engagement-buffer.js';
import { EngagementBuffer } from './engagement-buffer.js';

const accountId = newId('account');
const log_id = newId('log');
const click = (more: Partial<BufferedEngagement> = {}): BufferedEngagement => ({
  accountId,
  log_id,
  kind: 'click',
  link: 3,
  url: 'https://shop.example/offer',
  user_agent: 'Thunderbird',
  ...more,
});

/** The tracking service, which records calls or is down. */
class FakeTracking {
  readonly calls: { accountId: string; engagements: RequestOf<typeof recordEngagements>['engagements'] }[] = [];
  isDown = false;

  get client(): ContractClient {
    const call = (_contract: unknown, context: { accountId: string }, request: RequestOf<typeof recordEngagements>) => {
      if (this.isDown) return Promise.reject(new Error('tracking is down'));
      this.calls.push({ accountId: context.accountId, engagements: request.engagements });
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

describe('EngagementBuffer', () => {
  let tracking: FakeTracking;
  let buffer: EngagementBuffer;

  beforeEach(() => {
    tracking = new FakeTracking();
    buffer = new EngagementBuffer(tracking.client);
  });

  it('counts 10,000 clicks on one link as one engagement, in little CPU time', async () => {
    // 10,000 clicks per second must take at most a fiftieth of the gateway's CPU time.
    await expectProcessorTime(() => {
      buffer = new EngagementBuffer(tracking.client);
      for (let n = 0; n < 10_000; n += 1) buffer.add(click());
    }, 20);
    await buffer.run();
    expect(tracking.calls).toHaveLength(1);
    expect(tracking.calls[0]!.engagements).toEqual([
      expect.objectContaining({ log_id, kind: 'click', link: 3, count: 10_000, id: expect.stringMatching(/^evt_/) }),
    ]);
  });

  it('counts each combination of account, email, kind, link and bot separately', async () => {
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
    const all = tracking.calls.flatMap(({ engagements }) => engagements);
    expect(all.map(({ count }) => count)).toEqual(different.map(() => 2));
    expect(tracking.calls).toHaveLength(2);
  });

  it('flushes less often while many engagements arrive, but immediately when the buffer is large', async () => {
    jest.useFakeTimers();
    try {
      await buffer.onApplicationBootstrap();
      const follow = (links: number): void => {
        for (let link = 0; link < links; link += 1) buffer.add(click({ link }));
      };
      follow(100);
      await jest.advanceTimersByTimeAsync(200);
      expect(tracking.counted).toBe(100);
      follow(1);
      await jest.advanceTimersByTimeAsync(999);
      expect(tracking.counted).toBe(100);
      await jest.advanceTimersByTimeAsync(1);
      expect(tracking.counted).toBe(101);
      follow(200);
      await jest.advanceTimersByTimeAsync(200);
      expect(tracking.counted).toBe(301);
      follow(2_000);
      await jest.advanceTimersByTimeAsync(0);
      expect(tracking.counted).toBe(2_301);
    } finally {
      jest.useRealTimers();
      await buffer.beforeApplicationShutdown();
    }
  });

  it('the buffer is bounded while tracking is down, and counts lost engagements', async () => {
    const before = await lost();
    tracking.isDown = true;
    for (let link = 0; link < 10_005; link += 1) buffer.add(click({ link }));
    expect((await lost()) - before).toBe(5);
    buffer.add(click({ link: 0 }));
    expect((await lost()) - before).toBe(5);
    await buffer.run();
    buffer.add(click({ link: 0 }));
    expect((await lost()) - before).toBe(6);
    tracking.isDown = false;
    await buffer.run();
    expect(tracking.counted).toBe(10_001);
    for (const { engagements } of tracking.calls) expect(engagements.length).toBeLessThanOrEqual(maxEngagements);
    buffer.add(click());
    await buffer.run();
    expect(tracking.counted).toBe(10_002);
  });
});
