import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { GatewayConfig } from '../config.js';
import type { IncomingApiRequest } from './api-request.js';
import { BodyRateLimiter } from './body-rate-limiter.js';

const megabyte = 1024 * 1024;

describe('BodyRateLimiter', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** One megabyte per second with a burst of six. */
  const createLimiter = (perSecond = megabyte): BodyRateLimiter =>
    new BodyRateLimiter({ BODY_BYTES_PER_SECOND: perSecond } as GatewayConfig);
  const from = (accountId = 'acc_1', more: object = {}): IncomingApiRequest =>
    Object.assign(new EventEmitter(), {
      caller: { accountId },
      deadline: Date.now() + 60_000,
      ...more,
    }) as unknown as IncomingApiRequest;
  const admit = (limiter: BodyRateLimiter, request: IncomingApiRequest, bytes: number): Promise<void> =>
    limiter.admitAll(request, request.caller!, bytes);
  /** The state after this time: `admitted`, the message of the error, or `waits`. */
  const after = async (seconds: number, admitted: Promise<void>): Promise<string> => {
    const outcome = Promise.race([
      admitted.then(
        () => 'admitted',
        (error: Error) => error.message,
      ),
      new Promise<string>((resolve) => {
        setTimeout(resolve, seconds * 1_000, 'waits');
      }),
    ]);
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
    return outcome;
  };

  it('gives each account its burst, and then its rate', async () => {
    const limiter = createLimiter();
    expect(await after(0, admit(limiter, from(), 6 * megabyte))).toBe('admitted');
    const [first, second] = [admit(limiter, from(), 2 * megabyte), admit(limiter, from(), megabyte)];
    expect(await after(0, admit(limiter, from('acc_2'), 6 * megabyte))).toBe('admitted');
    expect(await after(1.9, first)).toBe('waits');
    expect(await after(0.2, first)).toBe('admitted');
    expect(await after(0.8, second)).toBe('waits');
    expect(await after(0.2, second)).toBe('admitted');
  });

  it('rejects a body that would wait longer than 10 s, with the wait and the limit', async () => {
    const limiter = createLimiter();
    await admit(limiter, from(), 6 * megabyte);
    const waiting = admit(limiter, from(), 6 * megabyte);
    await expect(admit(limiter, from(), 5 * megabyte)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfter: 11,
      message:
        'Request bodies arrive too fast: the limit is 1 MB per second with bursts of 6 MB (body_bytes_per_second)',
    });
    expect(await after(6, waiting)).toBe('admitted');
  });

  it('rejects a body that would wait for more than half of the time until its deadline', async () => {
    const limiter = createLimiter();
    await admit(limiter, from(), 6 * megabyte);
    await expect(admit(limiter, from('acc_1', { deadline: Date.now() + 3_000 }), 2 * megabyte)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  it('lets at most 256 bodies of an account wait', async () => {
    const limiter = createLimiter();
    await admit(limiter, from(), 6 * megabyte);
    const waiting = Array.from({ length: 256 }, () => admit(limiter, from(), 1_000));
    await expect(admit(limiter, from(), 1_000)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 });
    await jest.advanceTimersByTimeAsync(1_000);
    await Promise.all(waiting);
    expect(await after(1, admit(limiter, from(), 1_000))).toBe('admitted');
  });

  it('refunds the bytes of a caller that disconnects while it waits', async () => {
    const limiter = createLimiter();
    await admit(limiter, from(), 6 * megabyte);
    const request = from();
    const waiting = admit(limiter, request, 4 * megabyte);
    request.emit('close');
    await waiting;
    expect(await after(1.1, admit(limiter, from(), megabyte))).toBe('admitted');
  });

  it("uses the account's custom limit, and does nothing if the limit is 0", async () => {
    const own = { caller: { accountId: 'acc_1', limits: { body_bytes_per_second: 10 * megabyte } } };
    const limiter = createLimiter();
    for (const _body of [1, 2, 3, 4, 5])
      expect(await after(0, admit(limiter, from('acc_1', own), 12 * megabyte))).toBe('admitted');
    const off = createLimiter(0);
    for (const _body of [1, 2, 3, 4, 5]) expect(await after(0, admit(off, from(), 12 * megabyte))).toBe('admitted');
    expect(off.getState(from().caller!)).toBeUndefined();
    expect(limiter.getState(from().caller!)).toEqual({ burst: 6 * megabyte, remaining: 0, reset: 60 });
  });

  it('allows draining of eight times as many bytes, shared by all unknown callers', async () => {
    const limiter = createLimiter();
    const dropped = (request: IncomingApiRequest): number => {
      let pieces = 0;
      while (pieces < 100 && limiter.canDrain(request, megabyte)) pieces++;
      return pieces;
    };
    const unknown = (): IncomingApiRequest => from('', { caller: undefined });
    expect([dropped(from()), dropped(unknown()), dropped(unknown()), dropped(from('acc_2'))]).toEqual([48, 48, 0, 48]);
    const rejected = from('acc_1', { deadline: Date.now() + 1_000 });
    await expect(admit(limiter, rejected, 6 * megabyte)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(limiter.canDrain(rejected, megabyte)).toBe(false);
    const late = from('acc_3');
    await admit(limiter, late, 6 * megabyte);
    expect([limiter.canDrain(late, megabyte), limiter.canDrain(from('acc_3'), megabyte)]).toEqual([true, false]);
    expect(createLimiter(0).canDrain(unknown(), 1_000 * megabyte)).toBe(true);
  });
});
