import type { TurnLimits } from './account-turns.js';
import { AccountTurns, PoolUnavailable } from './account-turns.js';
import type { StartWorker, ThreadLimits } from './thread.js';
import { Thread, ThreadEnded } from './thread.js';

export type PoolLimits = TurnLimits & ThreadLimits;

/** Puts a task to the thread and answers what it answers. */
export type Ask<Task, Answer> = (task: Task) => Promise<Answer>;

/**
 * Threads for work that would block, crash or fill the process that asks for it. They start when they are needed, accounts take turns, and one
 * whose task takes too long or too much memory is ended and replaced.
 */
export class ThreadPool<Task, Answer> {
  private readonly threads = new Set<Thread<Task, Answer>>();
  private readonly idle: Thread<Task, Answer>[] = [];
  private readonly turns: AccountTurns;
  /** What was asked for before one of them is not begun after it. */
  private closings = 0;

  constructor(
    private readonly start: StartWorker,
    private readonly limits: PoolLimits,
    what: readonly [plural: string, purpose: string],
  ) {
    this.turns = new AccountTurns(limits, what);
  }

  /**
   * Has a thread to itself, at the account's turn. Once `signal` is aborted its turn is given up, and nobody waits for what was begun.
   * @throws PoolUnavailable, ThreadEnded
   */
  async use<Result>(
    account: string,
    work: (ask: Ask<Task, Answer>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { closings } = this;
    const endTurn = await this.turns.take(account, signal);
    const result = closings === this.closings ? this.inThread(work) : Promise.reject(closed());
    return unlessAborted(result.finally(endTurn), signal);
  }

  async close(): Promise<void> {
    const threads = [...this.threads];
    this.closings += 1;
    this.turns.refuseWaiting(closed());
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private async inThread<Result>(work: (ask: Ask<Task, Answer>) => Promise<Result>): Promise<Result> {
    const thread = this.idle.pop() ?? this.newThread();
    try {
      return await work((task) => thread.run(task));
    } catch (error) {
      throw error instanceof ThreadEnded && error.reason === 'closed' ? closed() : error;
    } finally {
      if (!thread.ended) this.idle.push(thread);
    }
  }

  private newThread(): Thread<Task, Answer> {
    const thread = new Thread<Task, Answer>(this.start, this.limits, () => {
      this.threads.delete(thread);
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
    });
    this.threads.add(thread);
    return thread;
  }
}

const closed = (): PoolUnavailable => new PoolUnavailable('the service is shutting down');

/** The result, as long as somebody waits for it. */
export async function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return result;
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new PoolUnavailable('Nobody waits for it any more'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    result.catch(() => {});
  }
}
