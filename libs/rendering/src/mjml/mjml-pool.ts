import type { Caller, Expense } from '../workers/worker-pool.js';
import { WorkerEnded } from '../workers/worker-process.js';
import type { PoolLimits } from '../workers/worker-pool.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { MjmlOutput } from './mjml-output.js';
import { MjmlFailure } from './mjml-output.js';
// A type alone: the file runs in a worker, and importing it is what has it built.
import type { MjmlAnswer } from './mjml-worker.js';

const limits: PoolLimits = {
  workers: 2,
  workersOfAccount: 1,
  queue: 256,
  queueOfAccount: 32,
  deadlineMs: 10_000,
  heapMb: 128,
  idleMs: 30_000,
};

/** Compiles MJML in workers, so that no document can block, crash or fill the process that asks. */
export class MjmlPool {
  private readonly limits: PoolLimits;
  private readonly workers: WorkerPool<string, MjmlAnswer>;

  constructor(changed: Partial<PoolLimits> = {}) {
    this.limits = { ...limits, ...changed };
    this.workers = new WorkerPool(new URL('./mjml-worker.js', import.meta.url), this.limits, [
      'MJML documents',
      'to be compiled',
    ]);
  }

  /** @throws MjmlFailure; PoolUnavailable, also when `signal` is aborted before it is compiled */
  async compile(source: string, { account, signal, expense }: Caller): Promise<MjmlOutput> {
    expense?.admit();
    try {
      const answer = await this.workers.use(account, (ask) => timed(ask(source), expense), signal);
      if ('failure' in answer) throw new MjmlFailure(answer.failure);
      return answer;
    } catch (error) {
      throw error instanceof WorkerEnded ? this.failureOf(error) : error;
    }
  }

  close(): Promise<void> {
    return this.workers.close();
  }

  private failureOf({ reason, message }: WorkerEnded): Error {
    if (reason === 'deadline')
      return new MjmlFailure(`compiling it takes more than ${this.limits.deadlineMs / 1000} seconds`);
    if (reason === 'memory') return new MjmlFailure(`compiling it needs more than ${this.limits.heapMb} MB`);
    return new MjmlFailure(`compiling it failed (${message})`);
  }
}

async function timed<Result>(work: Promise<Result>, expense: Expense | undefined): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work;
  } finally {
    expense?.charge((performance.now() - startedAt) / 1_000);
  }
}
