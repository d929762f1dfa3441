import { jest } from '@jest/globals';
import { SharedTokenBuckets } from '@postrider/concurrency';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { MjmlTime } from './mjml-time.js';

const edit = (): EntityManager => ({}) as EntityManager;

describe('MjmlTime', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('lets a running edit exceed the limit, and rejects the next one until it is paid back', () => {
    const time = new MjmlTime(new SharedTokenBuckets({} as Pool));
    const acme = { accountId: 'acc_acme' };
    const running = time.expense(edit(), acme);
    running.admit();
    running.charge(76);
    running.admit();
    expect(() => time.expense(edit(), acme).admit()).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfter: 4 }),
    );
    expect(time.used(acme)).toBe(75);
    time.expense(edit(), { accountId: 'acc_other' }).admit();
    time.expense(edit(), { ...acme, limits: { mjml_seconds_per_second: 1 } }).admit();
  });
});
