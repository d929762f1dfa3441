import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Period } from './periodic-task.js';
import { PeriodicTask } from './periodic-task.js';

/** A task whose batches the test finishes. */
class ControlledTask extends PeriodicTask {
  readonly batches: { signal: AbortSignal; finish: (more?: boolean) => void; fail: (error: Error) => void }[] = [];

  protected batch(signal: AbortSignal): Promise<boolean | void> {
    return new Promise((resolve, reject) => {
      this.batches.push({ signal, finish: resolve, fail: reject });
    });
  }
}

const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

describe('PeriodicTask', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const controlled = (period: Partial<Period> = {}) => {
    const task = new ControlledTask({ everyMs: 1_000, failure: 'it failed', ...period });
    return { task, batches: task.batches };
  };

  it('starts the first round after `firstAfterMs` and the next one `everyMs` after the end of the last', async () => {
    const { task, batches } = controlled({ firstAfterMs: 10 });
    task.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(9);
    expect(batches).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(batches).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(batches).toHaveLength(1);
    batches[0]!.finish();
    await jest.advanceTimersByTimeAsync(999);
    expect(batches).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(batches).toHaveLength(2);
  });

  it('runs batches while there is more work, up to `maxBatches` per round', async () => {
    const { task, batches } = controlled({ maxBatches: 3 });
    const round = task.run();
    for (let batch = 0; batch < 3; batch++) {
      await settle();
      batches[batch]!.finish(true);
    }
    await round;
    expect(batches).toHaveLength(3);
  });

  it('logs why a round failed, and starts the next one on time', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const { task, batches } = controlled();
    task.onApplicationBootstrap();
    void task.run();
    batches[0]!.fail(new Error('database unavailable'));
    await settle();
    expect(warn.mock.calls).toEqual([['it failed: database unavailable']]);
    warn.mockRestore();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(batches).toHaveLength(2);
  });

  it('starts a round early when it is woken, and one more when it is woken during a round', async () => {
    const { task, batches } = controlled();
    task.onApplicationBootstrap();
    task.wake();
    await settle();
    expect(batches).toHaveLength(1);
    task.wake();
    task.wake(500);
    await settle();
    expect(batches).toHaveLength(1);
    batches[0]!.finish();
    await settle();
    expect(batches).toHaveLength(2);
  });

  it('runs outside the async context of the caller that wakes it', async () => {
    const caller = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    class ContextTask extends ControlledTask {
      protected override async batch(): Promise<void> {
        seen.push(caller.getStore());
      }
    }
    const task = new ContextTask({ everyMs: 1_000, failure: 'it failed' });
    caller.run('a request', () => task.wake());
    await settle();
    await jest.advanceTimersByTimeAsync(1_000);
    await caller.run('another request', () => task.run());
    expect(seen).toEqual([undefined, undefined, undefined]);
  });

  it('the task is not delayed by frequent wake-ups', async () => {
    const { task, batches } = controlled({ firstAfterMs: 100 });
    task.onApplicationBootstrap();
    for (let ms = 0; ms < 100; ms += 10) {
      task.wake(60);
      await jest.advanceTimersByTimeAsync(10);
      expect(batches).toHaveLength(ms + 10 < 60 ? 0 : 1);
    }
  });

  it('runs only on request before the app has started', async () => {
    const { task, batches } = controlled();
    const round = task.run();
    batches[0]!.finish();
    await round;
    task.wake();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(batches).toHaveLength(1);
  });

  it('aborts the running batch at shutdown, waits for it and starts no other', async () => {
    const { task, batches } = controlled();
    void task.run();
    const stopped = jest.fn();
    const stop = task.beforeApplicationShutdown().finally(stopped);
    await settle();
    expect(batches[0]!.signal.aborted).toBe(true);
    expect(stopped).not.toHaveBeenCalled();
    batches[0]!.finish(true);
    await stop;
    task.wake();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(batches).toHaveLength(1);
  });
});
