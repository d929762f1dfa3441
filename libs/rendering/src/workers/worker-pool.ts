import { FairQueue, QueueFull } from '@postrider/concurrency';
import type { WorkerLimits } from './worker-process.js';
import { WorkerEnded, WorkerProcess } from './worker-process.js';

/** Accounts for the time that a worker takes. */
export interface Expense {
  /** Called before the work starts; an error aborts it. */
  readonly admit: () => void;
  /** Called with the seconds of the work, whatever its outcome; waiting is free. */
  readonly charge: (seconds: number) => void;
}

/** The caller, who waits until the signal is aborted. Without `expense` the work is free. */
export interface Caller {
  readonly account: string;
  readonly signal: AbortSignal | undefined;
  readonly expense?: Expense;
}

export const anonymousCaller: Caller = { account: '', signal: undefined };

export type PoolLimits = WorkerLimits & {
  readonly workers: number;
  readonly workersOfAccount: number;
  /** Maximum number of waiting requests. */
  readonly queue: number;
  readonly queueOfAccount: number;
};

/** Nothing was done, for a reason unrelated to the request: the caller can retry later. */
export class PoolUnavailable extends Error {
  override readonly name = 'PoolUnavailable';
}

/** Sends a task to the worker and returns its response. */
export type RunTask<Task, Output> = (task: Task) => Promise<Output>;

/**
 * Worker processes for work that could block, crash or exhaust the calling process. They start on demand, accounts take
 * turns, and a worker whose task exceeds its time or memory is stopped and replaced.
 */
export class WorkerPool<Task, Output> {
  private readonly workers = new Set<WorkerProcess<Task, Output>>();
  private readonly idle: WorkerProcess<Task, Output>[] = [];
  private readonly slots: FairQueue;
  /** Requests from before a closing are not started after it. */
  private closings = 0;

  constructor(
    private readonly module: URL,
    private readonly limits: PoolLimits,
    private readonly what: readonly [plural: string, purpose: string],
  ) {
    this.slots = new FairQueue({
      capacity: limits.workers,
      maxPerKey: limits.workersOfAccount,
      maxWaiting: limits.queue,
      maxWaitingPerKey: limits.queueOfAccount,
    });
  }

  /**
   * Runs `work` with a worker of its own, in the account's turn. If `signal` is aborted, the turn is cancelled, and the
   * result of started work is ignored.
   * @throws PoolUnavailable, WorkerEnded
   */
  async use<Result>(
    account: string,
    work: (runTask: RunTask<Task, Output>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { closings } = this;
    const release = await this.slots.acquire({ key: account, signal }).catch((error: unknown) => this.reject(error));
    const result = closings === this.closings ? this.inWorker(work) : Promise.reject(closed());
    return unlessAborted(result.finally(release), signal);
  }

  async close(): Promise<void> {
    const workers = [...this.workers];
    this.closings += 1;
    this.slots.rejectWaiting(closed());
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private reject(error: unknown): never {
    if (error instanceof PoolUnavailable) throw error;
    const [what, purpose] = this.what;
    throw new PoolUnavailable(
      error instanceof QueueFull
        ? `Too many ${what}${error.forKey ? ' of this account' : ''} are waiting ${purpose}`
        : `Its turn did not come in time: too many ${what} were waiting ${purpose}`,
    );
  }

  private async inWorker<Result>(work: (runTask: RunTask<Task, Output>) => Promise<Result>): Promise<Result> {
    const worker = this.idle.pop() ?? this.newWorker();
    try {
      return await work((task) => worker.run(task));
    } catch (error) {
      throw error instanceof WorkerEnded && error.reason === 'closed' ? closed() : error;
    } finally {
      if (!worker.ended) this.idle.push(worker);
    }
  }

  private newWorker(): WorkerProcess<Task, Output> {
    const worker = new WorkerProcess<Task, Output>(this.module, this.limits, () => {
      this.workers.delete(worker);
      const at = this.idle.indexOf(worker);
      if (at >= 0) this.idle.splice(at, 1);
    });
    this.workers.add(worker);
    return worker;
  }
}

const closed = (): PoolUnavailable => new PoolUnavailable('the service is shutting down');

/** The result, unless the signal is aborted before. */
export async function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return result;
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new PoolUnavailable('The deadline of the request has passed'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    result.catch(() => {});
  }
}
