import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** What MJML says about an element it does not like. `line` is of the source given to it. */
export type MjmlProblem = { readonly line: number; readonly message: string; readonly tagName: string };
export type MjmlOutput = { readonly html: string; readonly problems: readonly MjmlProblem[] };

/** MJML could not compile the source at all, or not within its limits. The message is fit for the source's author. */
export class MjmlFailure extends Error {
  override readonly name = 'MjmlFailure';
}

type Job = {
  readonly source: string;
  readonly resolve: (output: MjmlOutput) => void;
  readonly reject: (failure: Error) => void;
};

type Limits = {
  readonly threads: number;
  readonly queue: number;
  readonly deadlineMs: number;
  readonly heapMb: number;
  readonly idleMs: number;
};

const limits: Limits = { threads: 2, queue: 256, deadlineMs: 10_000, heapMb: 256, idleMs: 30_000 };

/*
 * The worker, as source text: it then is the same under plain Node and under a test runner that compiles TypeScript on the fly.
 * Never `minify`: it rejects outside the awaited promise when CSS holds a template tag. Never `ignoreIncludes: false`: an
 * include would read files of this machine. `soft` validation, because `strict` refuses attributes whose value is a tag.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const compile = require(workerData.mjml);
parentPort.on('message', async (source) => {
  try {
    const { html, errors } = await compile(source, { validationLevel: 'soft', ignoreIncludes: true, keepComments: true });
    parentPort.postMessage({ html, problems: errors.map(({ line, message, tagName }) => ({ line, message, tagName })) });
  } catch (error) {
    parentPort.postMessage({ failure: String(error && error.message || error) });
  }
});
`;

/** Compiles MJML in threads of their own, so that no document can block, crash or fill the process that asks. */
export class MjmlPool {
  private readonly threads = new Set<MjmlThread>();
  private readonly queue: Job[] = [];
  private readonly limits: Limits;

  constructor(changed: Partial<Limits> = {}) {
    this.limits = { ...limits, ...changed };
  }

  compile(source: string): Promise<MjmlOutput> {
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.limits.queue) {
        reject(new Error('Too many MJML documents are waiting to be compiled'));
        return;
      }
      this.queue.push({ source, resolve, reject });
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    const threads = [...this.threads];
    this.threads.clear();
    for (const job of this.queue.splice(0)) job.reject(new MjmlFailure('the service is shutting down'));
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const thread = [...this.threads].find((candidate) => candidate.idle) ?? this.start();
      if (!thread) return;
      thread.run(this.queue.shift() as Job);
    }
  }

  private start(): MjmlThread | undefined {
    if (this.threads.size >= this.limits.threads) return undefined;
    const thread = new MjmlThread(this.limits, (ended) => {
      if (ended) this.threads.delete(thread);
      this.dispatch();
    });
    this.threads.add(thread);
    return thread;
  }
}

/** One worker and the job it has. It keeps the process alive only while it works, and goes away when nothing came for a while. */
class MjmlThread {
  private readonly worker: Worker;
  private job: Job | undefined;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  /** `onFree(false)`: ready for the next job; `onFree(true)`: gone. */
  constructor(
    private readonly limits: Limits,
    private readonly onFree: (ended: boolean) => void,
  ) {
    this.worker = new Worker(workerSource, {
      eval: true,
      workerData: { mjml: createRequire(import.meta.url).resolve('mjml') },
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
      env: {},
      execArgv: [],
    });
    this.worker.unref();
    this.worker.on('message', (answer: MjmlOutput | { failure: string }) => {
      this.settle((job) => ('failure' in answer ? job.reject(new MjmlFailure(answer.failure)) : job.resolve(answer)));
      this.timer = setTimeout(() => this.end('idle'), limits.idleMs).unref();
      this.onFree(false);
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `compiling it needs more than ${limits.heapMb} MB`
          : `compiling it failed (${error.message})`,
      ),
    );
    this.worker.on('exit', () => this.end('compiling it failed'));
  }

  get idle(): boolean {
    return !this.job && !this.ended;
  }

  run(job: Job): void {
    clearTimeout(this.timer);
    this.job = job;
    this.worker.ref();
    const { deadlineMs } = this.limits;
    this.timer = setTimeout(() => this.end(`compiling it takes more than ${deadlineMs / 1000} seconds`), deadlineMs);
    this.worker.postMessage(job.source);
  }

  terminate(): Promise<number> {
    this.end('the service is shutting down');
    return this.worker.terminate();
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.settle((job) => job.reject(new MjmlFailure(reason)));
    void this.worker.terminate();
    this.onFree(true);
  }

  private settle(answer: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.job;
    this.job = undefined;
    this.worker.unref();
    if (job) answer(job);
  }
}

const pool = new MjmlPool();

export const compileInPool = (source: string): Promise<MjmlOutput> => pool.compile(source);

/** Ends the threads that compile MJML. The next compile starts them again. */
export const closeMjmlPool = (): Promise<void> => pool.close();
