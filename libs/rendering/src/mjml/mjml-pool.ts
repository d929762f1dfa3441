import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { within } from '@postrider/concurrency';
import type { TurnLimits } from './account-turns.js';
import { AccountTurns } from './account-turns.js';

/** What MJML says about an element it does not like. `line` is of the source given to it. */
export type MjmlProblem = { readonly line: number; readonly message: string; readonly tagName: string };
export type MjmlOutput = { readonly html: string; readonly problems: readonly MjmlProblem[] };

/** MJML could not compile the source at all, or not within its limits. The message is fit for the source's author. */
export class MjmlFailure extends Error {
  override readonly name = 'MjmlFailure';
}

type Limits = TurnLimits & {
  readonly deadlineMs: number;
  readonly heapMb: number;
  readonly idleMs: number;
};

const limits: Limits = {
  threads: 2,
  threadsOfAccount: 1,
  queue: 256,
  queueOfAccount: 32,
  deadlineMs: 10_000,
  heapMb: 256,
  idleMs: 30_000,
};

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
  private readonly limits: Limits;
  private readonly turns: AccountTurns;
  /** What was asked for before one of them is not begun after it. */
  private closings = 0;

  constructor(changed: Partial<Limits> = {}) {
    this.limits = { ...limits, ...changed };
    this.turns = new AccountTurns(this.limits);
  }

  /**
   * @param charge is told the seconds of a thread that were used, whatever became of it; waiting costs nothing
   * @throws MjmlBusy where too many are waiting
   */
  async compile(source: string, account: string, charge: (seconds: number) => void = () => {}): Promise<MjmlOutput> {
    const { closings } = this;
    const endTurn = await this.turns.take(account);
    const startedAt = performance.now();
    try {
      if (closings !== this.closings) throw new MjmlFailure(shuttingDown);
      return await this.idleThread().compile(source);
    } finally {
      charge((performance.now() - startedAt) / 1_000);
      endTurn();
    }
  }

  async close(): Promise<void> {
    const threads = [...this.threads];
    this.threads.clear();
    this.closings += 1;
    this.turns.refuseWaiting(new MjmlFailure(shuttingDown));
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private idleThread(): MjmlThread {
    const idle = [...this.threads].find((thread) => thread.idle);
    if (idle) return idle;
    const thread = new MjmlThread(this.limits, () => this.threads.delete(thread));
    this.threads.add(thread);
    return thread;
  }
}

/** One worker and the document it has. It keeps the process alive only while it works, and goes away when nothing came for a while. */
class MjmlThread {
  private readonly worker: Worker;
  private document: { resolve(output: MjmlOutput): void; reject(failure: Error): void } | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(
    private readonly limits: Limits,
    private readonly onEnd: () => void,
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
      if ('failure' in answer) this.document?.reject(new MjmlFailure(answer.failure));
      else this.document?.resolve(answer);
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
    return !this.document && !this.ended;
  }

  async compile(source: string): Promise<MjmlOutput> {
    clearTimeout(this.idleTimer);
    this.worker.ref();
    const output = new Promise<MjmlOutput>((resolve, reject) => {
      this.document = { resolve, reject };
    });
    this.worker.postMessage(source);
    const { deadlineMs, idleMs } = this.limits;
    try {
      return await within(output, deadlineMs, () => {
        this.end(`compiling it takes more than ${deadlineMs / 1000} seconds`);
        return output;
      });
    } finally {
      this.document = undefined;
      this.worker.unref();
      if (!this.ended) this.idleTimer = setTimeout(() => this.end('idle'), idleMs).unref();
    }
  }

  terminate(): Promise<number> {
    this.end(shuttingDown);
    return this.worker.terminate();
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.idleTimer);
    this.document?.reject(new MjmlFailure(reason));
    void this.worker.terminate();
    this.onEnd();
  }
}

const shuttingDown = 'the service is shutting down';

const pool = new MjmlPool();

export const compileInPool: MjmlPool['compile'] = (...asked) => pool.compile(...asked);

/** Ends the threads that compile MJML. The next compile starts them again. */
export const closeMjmlPool = (): Promise<void> => pool.close();
