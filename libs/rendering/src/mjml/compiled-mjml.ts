import { LRUCache } from 'lru-cache';
import type { Caller, Expense, PoolLimits } from '../workers/worker-pool.js';
import { PoolUnavailable, WorkerPool, unlessAborted } from '../workers/worker-pool.js';
import type { MjmlOutput } from '../errors.js';
import { MjmlFailure } from '../errors.js';
import { WorkerEnded } from '../workers/worker-process.js';
import type { MjmlResult } from './mjml-worker.js';

const limits: PoolLimits = {
  workers: 2,
  workersOfAccount: 1,
  queue: 256,
  queueOfAccount: 32,
  deadlineMs: 10_000,
  heapMb: 128,
  idleMs: 30_000,
};

/** Compiles MJML in workers, so that no document can block, crash or exhaust the calling process. */
export class MjmlPool {
  private readonly limits: PoolLimits;
  private readonly workers: WorkerPool<string, MjmlResult>;

  constructor(changed: Partial<PoolLimits> = {}) {
    this.limits = { ...limits, ...changed };
    this.workers = new WorkerPool(new URL('./mjml-worker.js', import.meta.url), this.limits, [
      'MJML documents',
      'to be compiled',
    ]);
  }

  /** @throws MjmlFailure; PoolUnavailable, also if `signal` is aborted before the compilation */
  async compile(source: string, { account, signal, expense }: Caller): Promise<MjmlOutput> {
    expense?.admit();
    try {
      const response = await this.workers.use(account, (runTask) => timed(runTask(source), expense), signal);
      if ('failure' in response) throw new MjmlFailure(response.failure);
      return response;
    } catch (error) {
      throw error instanceof WorkerEnded ? this.toError(error) : error;
    }
  }

  close(): Promise<void> {
    return this.workers.close();
  }

  private toError({ reason, message }: WorkerEnded): Error {
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

const pool = new MjmlPool();

/** A caller, and whether it started the compilation that several callers share. */
type WaitingCaller = { readonly caller: Caller; first: boolean };

/**
 * Caches compiled documents (LRU): saving the variants of thirty locales compiles one document, because translations
 * are inserted after MJML. Concurrent callers of an account share one compilation. The key is the account, a line break
 * and the source.
 */
const compiled = new LRUCache<string, MjmlOutput, WaitingCaller>({
  maxSize: 16 * 1_048_576,
  sizeCalculation: ({ html, problems }, key) => 2 * (key.length + html.length + JSON.stringify(problems).length),
  fetchMethod: (key, _stale, { context }) => {
    context.first = true;
    return pool.compile(key.slice(context.caller.account.length + 1), context.caller);
  },
  // A document that is evicted while it is compiled is still needed by its callers.
  ignoreFetchAbort: true,
});

/**
 * Compiles an MJML document in the account's turn, unless `signal` is aborted before. Cached results are free. Throws
 * `MjmlFailure`, `PoolUnavailable`, and the errors of `admit`.
 */
export async function compiledMjml(source: string, caller: Caller): Promise<MjmlOutput> {
  const waiting: WaitingCaller = { caller, first: false };
  const { account, signal } = caller;
  try {
    return await unlessAborted(compiled.forceFetch(`${account}\n${source}`, { context: waiting }), signal);
  } catch (error) {
    // Another caller that shared the compilation was aborted.
    if (error instanceof PoolUnavailable && !waiting.first && !signal?.aborted) return compiledMjml(source, caller);
    throw error;
  }
}

/** Stops the MJML workers. The next compilation starts them again. */
export const closeMjmlPool = (): Promise<void> => pool.close();
