import type { Working } from './testing/working.js';
import type { WorkerLimits } from './worker-process.js';
import { WorkerProcess } from './worker-process.js';

const limits = { deadlineMs: 60_000, heapMb: 32, idleMs: 60_000 };
const startWorker = (changed: Partial<WorkerLimits> = {}) =>
  new WorkerProcess<Working, string>(
    new URL('./testing/working.js', import.meta.url),
    { ...limits, ...changed },
    () => {},
  );

describe('a worker', () => {
  it('handles one task after the other', async () => {
    const worker = startWorker();
    expect([await worker.run('answer'), await worker.run('answer')]).toEqual(['answer', 'answer']);
    await worker.terminate();
    await expect(worker.run('answer')).rejects.toMatchObject({ reason: 'closed' });
  });

  it.each<[Working, string, Partial<WorkerLimits>]>([
    ['fill its memory', 'memory', {}],
    ['fill it at once', 'memory', {}],
    ['work forever', 'deadline', { deadlineMs: 50 }],
    ['end', 'failure', {}],
  ])('with the task to %s ends alone', async (what, reason, changed) => {
    const worker = startWorker(changed);
    await expect(worker.run(what)).rejects.toMatchObject({ name: 'WorkerEnded', reason });
    expect(worker.ended).toBe(true);
  });

  it('exits when it is idle', async () => {
    const worker = startWorker({ idleMs: 0 });
    await worker.run('answer');
    await worker.terminate();
    expect(worker.ended).toBe(true);
  });
});
