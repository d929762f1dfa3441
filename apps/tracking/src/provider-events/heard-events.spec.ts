import { jest } from '@jest/globals';
import { newId } from '@postrider/contracts';
import { HeardEvents } from './heard-events.js';
import type { ProviderEventsRepository } from './provider-events.repository.js';

const wakes = { wake: () => {} } as never;

describe('events of providers', () => {
  let heard: HeardEvents;
  let passedOn: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    passedOn = [];
    const repository: Partial<ProviderEventsRepository> = {
      storeAndSay: async ({ accountId }, events) => passedOn.push(`${accountId} ${events.length}`) && events.length,
      store: async (_reporter, events) => events.length,
    };
    heard = new HeardEvents(repository as ProviderEventsRepository, wakes, wakes);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const report = (accountId: string, count: number): Promise<void> => {
    const logId = newId('log');
    const events = Array.from({ length: count }, (_each, n) => ({ key: `${n}`, type: 'delayed', logId, atMs: 0 }));
    return heard.store({ accountId, espAccountId: 'esp_1', espType: 'smtp' }, events);
  };

  it('are passed on with their storing, of an account 1,500 a second', async () => {
    for (const count of [1_000, 501, 500, 1]) await report('a', count);
    expect(passedOn).toEqual(['a 1000', 'a 500']);
    jest.advanceTimersByTime(1_000);
    await report('a', 1_501);
    await report('a', 1_500);
    expect(passedOn).toEqual(['a 1000', 'a 500', 'a 1500']);
  });

  it('are passed on so of all accounts 3,000 a second, so that one leaves room for others', async () => {
    for (const account of ['a', 'b', 'c', 'd']) await report(account, 1_400);
    await report('c', 200);
    expect(passedOn).toEqual(['a 1400', 'b 1400', 'c 200']);
  });
});
