import { jest } from '@jest/globals';
import { IdempotentRequests, RequestInProgress } from './idempotent-requests.js';

/** Work that the test finishes. */
function held<Body>() {
  let end: { answer: (response: Body) => void; fail: (error: Error) => void } = { answer: () => {}, fail: () => {} };
  const promise = new Promise<Body>((response, fail) => {
    end = { answer: response, fail };
  });
  return { ...end, work: jest.fn(() => promise) };
}

const nothing = (): void => {};
const turn = () => new Promise(setImmediate);

describe('requests with the same Idempotency-Key', () => {
  const context = () => ({ accountId: 'acc_a', requestId: 'req_1', deadline: Date.now() + 60_000 });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('run one after the other, also when the first fails', async () => {
    const requests = new IdempotentRequests();
    const [first, second] = [held<string>(), held<string>()];
    const response = requests.run(context(), 'k', first.work);
    const next = requests.run(context(), 'k', second.work);
    await turn();
    expect(second.work).not.toHaveBeenCalled();
    first.fail(new Error('refused'));
    second.answer('done');
    await expect(response).rejects.toThrow('refused');
    expect(await next).toBe('done');
  });

  it('do not wait for other keys or other accounts, nor without a key', async () => {
    const requests = new IdempotentRequests();
    void requests.run(context(), 'k', held().work);
    void requests.run(context(), undefined, held().work);
    const at = () => Promise.resolve('at once');
    expect(await requests.run(context(), 'other', at)).toBe('at once');
    expect(await requests.run({ ...context(), accountId: 'acc_b' }, 'k', at)).toBe('at once');
    expect(await requests.run(context(), undefined, at)).toBe('at once');
  });

  it('fail after 2 s while the first still runs, and never after their own deadline', async () => {
    jest.useFakeTimers();
    const requests = new IdempotentRequests();
    const first = held();
    void requests.run(context(), 'k', first.work);
    const second = held();
    const patient = requests.run(context(), 'k', second.work);
    const hasty = requests.run({ ...context(), deadline: Date.now() + 1_500 }, 'k', second.work);
    const rejected = { code: 'idempotency_in_progress', retryable: true };
    const [late, early] = [jest.fn(), jest.fn()];
    patient.catch(late);
    hasty.catch(early);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 0]);
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(patient).rejects.toMatchObject(rejected);
    await expect(hasty).rejects.toMatchObject(rejected);
    expect(second.work).not.toHaveBeenCalled();
  });

  it('are retried while another process handles the key, and get its result', async () => {
    const requests = new IdempotentRequests();
    const work = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new RequestInProgress())
      .mockRejectedValueOnce(new RequestInProgress())
      .mockResolvedValue('the result of the other process');
    expect(await requests.run(context(), 'k', work)).toBe('the result of the other process');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('fail after 2 s while another process handles the key, including a second request of this process', async () => {
    jest.useFakeTimers();
    const requests = new IdempotentRequests();
    const work = jest.fn(() => Promise.reject(new RequestInProgress()));
    const [one, two] = [requests.run(context(), 'k', work), requests.run(context(), 'k', work)];
    const [late, later] = [jest.fn(), jest.fn()];
    one.catch(late);
    two.catch(later);
    await jest.advanceTimersByTimeAsync(1_900);
    expect([late.mock.calls.length, later.mock.calls.length]).toEqual([0, 0]);
    await jest.advanceTimersByTimeAsync(101);
    for (const rejected of [one, two])
      await expect(rejected).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    expect(work.mock.calls.length).toBeLessThan(15);
    expect(requests.inFlight).toBe(0);
  });

  it('leave no state behind', async () => {
    const requests = new IdempotentRequests();
    await requests.run(context(), 'k', () => Promise.resolve());
    await requests.run(context(), 'k', () => Promise.reject(new Error('refused'))).catch(nothing);
    expect(requests.inFlight).toBe(0);
  });
});
