import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { within } from '@postrider/concurrency';

export type WorkerLimits = {
  /** Per task. */
  readonly deadlineMs: number;
  /** The old generation; the young generation has a tenth of it in addition. */
  readonly heapMb: number;
  /** The worker exits after this time without a task. */
  readonly idleMs: number;
};

/** A worker ended before it had answered: for the first two reasons its task is the cause. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';

  constructor(
    readonly reason: 'deadline' | 'memory' | 'failure' | 'closed',
    what = '',
  ) {
    super(`The worker ended: ${reason} ${what}`.trim());
  }
}

/** Time for loading the worker's code, which does not count for its task. */
const startMs = 30_000;

/** The kept length of the worker's error output; the reason is at the beginning. */
const maxErrorOutput = 2_048;

/** A test runner compiles TypeScript only for itself, so a test's worker does it, too. */
const typescript = import.meta.url.endsWith('.ts')
  ? ['--import', new URL('../testing/typescript.mjs', import.meta.url).href]
  : [];

/**
 * A child process whose module calls `serve`, and its task. A process and not a thread, because a thread that runs out
 * of memory can take down its whole process. It keeps the parent process alive only while it works, and exits when it
 * is idle.
 */
export class WorkerProcess<Task, Output> {
  private readonly child: ChildProcess;
  private readonly ready: Promise<void>;
  private readonly exited: Promise<void>;
  private task: { resolve(output: Output): void; reject(reason: Error): void } | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private over: WorkerEnded | undefined;
  private errorOutput = '';

  constructor(
    module: URL,
    private readonly limits: WorkerLimits,
    private readonly onEnd: () => void,
  ) {
    this.child = fork(module, {
      execArgv: [...typescript, ...buildHeapOptions(limits.heapMb)],
      // None of the service's variables. Libraries such as React omit checks for development.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.setReferenced(false);
    this.ready = new Promise((resolve) => {
      this.child.once('message', () => {
        resolve();
        this.child.on('message', (output) => this.task?.resolve(output as Output));
      });
    });
    this.child.stderr?.on('data', (text: Buffer) => {
      if (this.errorOutput.length < maxErrorOutput) this.errorOutput += text.toString();
    });
    this.child.on('error', (error) => this.end(new WorkerEnded('failure', error.message)));
    this.exited = new Promise((resolve) => {
      this.child.once('close', (_code, signal) => {
        this.end(this.getReason(signal));
        resolve();
      });
    });
  }

  get ended(): boolean {
    return this.over !== undefined;
  }

  /** @throws WorkerEnded */
  async run(task: Task): Promise<Output> {
    if (this.over) throw this.over;
    clearTimeout(this.idleTimer);
    this.setReferenced(true);
    const output = new Promise<Output>((resolve, reject) => {
      this.task = { resolve, reject };
    });
    const endFor = (reason: WorkerEnded) => (): Promise<Output> => {
      this.end(reason);
      return output;
    };
    try {
      await within(Promise.race([this.ready, output]), startMs, endFor(new WorkerEnded('failure', 'at its start')));
      if (!this.over) this.child.send(task as object, () => {});
      return await within(output, this.limits.deadlineMs, endFor(new WorkerEnded('deadline')));
    } finally {
      this.task = undefined;
      this.setReferenced(false);
      if (!this.over)
        this.idleTimer = setTimeout(() => this.end(new WorkerEnded('closed')), this.limits.idleMs).unref();
    }
  }

  /** Resolves once the process has ended. */
  async terminate(): Promise<void> {
    this.end(new WorkerEnded('closed'));
    this.setReferenced(true);
    await this.exited;
  }

  private end(reason: WorkerEnded): void {
    if (this.over) return;
    this.over = reason;
    clearTimeout(this.idleTimer);
    this.task?.reject(reason);
    this.child.kill('SIGKILL');
    this.onEnd();
  }

  /** V8 aborts a process whose heap is full. */
  private getReason(signal: NodeJS.Signals | null): WorkerEnded {
    if (signal === 'SIGABRT' && this.errorOutput.includes('out of memory')) return new WorkerEnded('memory');
    return new WorkerEnded('failure', this.errorOutput.trim() || `by ${signal ?? 'itself'}`);
  }

  private setReferenced(referenced: boolean): void {
    const { child } = this;
    const handles = [child, child.channel, child.stderr as { ref?(): void; unref?(): void } | null];
    for (const handle of handles) {
      if (referenced) handle?.ref?.();
      else handle?.unref?.();
    }
  }
}

/** Garbage collection runs in the thread that allocates; otherwise it would take processors from the services. */
const buildHeapOptions = (heapMb: number): string[] => [
  `--max-old-space-size=${heapMb}`,
  `--max-semi-space-size=${Math.max(1, Math.round(heapMb / 30))}`,
  '--single-threaded-gc',
];
