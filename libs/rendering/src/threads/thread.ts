import type { Worker } from 'node:worker_threads';
import { within } from '@postrider/concurrency';

export type ThreadLimits = {
  /** For one task. */
  readonly deadlineMs: number;
  readonly heapMb: number;
  /** After so long without a task it goes away. */
  readonly idleMs: number;
};

/** Starts the worker. It posts `ready`, whatever else it loads first, and from then on one answer to each task. */
export type StartWorker = (resourceLimits: {
  readonly maxOldGenerationSizeMb: number;
  readonly maxYoungGenerationSizeMb: number;
}) => Worker;

/** Of a heap, besides the bound of its own: what Node gives by itself is three times as much. */
const youngMb = 16;

/** A thread ended before it had answered: of the first two its task is the cause. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';

  constructor(
    readonly reason: 'deadline' | 'memory' | 'failure' | 'closed',
    what = '',
  ) {
    super(`The thread ended: ${reason} ${what}`.trim());
  }
}

/** The worker has this long to load its code; that is not the time of its task. */
const startMs = 30_000;

/** One worker and the task it has. It keeps the process alive only while it works, and goes away when nothing came for a while. */
export class Thread<Task, Answer> {
  private readonly worker: Worker;
  private readonly ready: Promise<void>;
  private task: { resolve(answer: Answer): void; reject(reason: Error): void } | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private over: ThreadEnded | undefined;

  constructor(
    start: StartWorker,
    private readonly limits: ThreadLimits,
    private readonly onEnd: () => void,
  ) {
    this.worker = start({ maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: youngMb });
    this.worker.unref();
    this.ready = new Promise((resolve) => {
      this.worker.once('message', () => {
        resolve();
        this.worker.on('message', (answer: Answer) => this.task?.resolve(answer));
      });
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new ThreadEnded('memory')
          : new ThreadEnded('failure', error.message),
      ),
    );
    this.worker.on('exit', () => this.end(new ThreadEnded('failure')));
  }

  get ended(): boolean {
    return this.over !== undefined;
  }

  /** @throws ThreadEnded */
  async run(task: Task): Promise<Answer> {
    if (this.over) throw this.over;
    clearTimeout(this.idleTimer);
    this.worker.ref();
    const answer = new Promise<Answer>((resolve, reject) => {
      this.task = { resolve, reject };
    });
    const endFor = (reason: ThreadEnded) => (): Promise<Answer> => {
      this.end(reason);
      return answer;
    };
    try {
      this.worker.postMessage(task);
      await within(Promise.race([this.ready, answer]), startMs, endFor(new ThreadEnded('failure', 'at its start')));
      return await within(answer, this.limits.deadlineMs, endFor(new ThreadEnded('deadline')));
    } finally {
      this.task = undefined;
      this.worker.unref();
      if (!this.over)
        this.idleTimer = setTimeout(() => this.end(new ThreadEnded('closed')), this.limits.idleMs).unref();
    }
  }

  async terminate(): Promise<void> {
    this.end(new ThreadEnded('closed'));
    await this.worker.terminate();
  }

  private end(reason: ThreadEnded): void {
    if (this.over) return;
    this.over = reason;
    clearTimeout(this.idleTimer);
    this.task?.reject(reason);
    void this.worker.terminate();
    this.onEnd();
  }
}
