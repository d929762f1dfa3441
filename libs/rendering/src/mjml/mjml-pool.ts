import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Caller, Expense } from '../threads/caller.js';
import { backgroundPriority } from '../threads/priority.js';
import { ThreadEnded } from '../threads/thread.js';
import type { PoolLimits } from '../threads/thread-pool.js';
import { ThreadPool } from '../threads/thread-pool.js';
import type { MjmlOutput } from './mjml-output.js';
import { MjmlFailure } from './mjml-output.js';

const limits: PoolLimits = {
  threads: 2,
  threadsOfAccount: 1,
  queue: 256,
  queueOfAccount: 32,
  deadlineMs: 10_000,
  heapMb: 128,
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
require('node:os').setPriority(workerData.priority);
parentPort.on('message', async (source) => {
  try {
    const { html, errors } = await compile(source, { validationLevel: 'soft', ignoreIncludes: true, keepComments: true });
    parentPort.postMessage({ html, problems: errors.map(({ line, message, tagName }) => ({ line, message, tagName })) });
  } catch (error) {
    parentPort.postMessage({ failure: String(error && error.message || error) });
  }
});
parentPort.postMessage('ready');
`;

/** Compiles MJML in threads of their own, so that no document can block, crash or fill the process that asks. */
export class MjmlPool {
  private readonly limits: PoolLimits;
  private readonly threads: ThreadPool<string, MjmlOutput | { readonly failure: string }>;

  constructor(changed: Partial<PoolLimits> = {}) {
    this.limits = { ...limits, ...changed };
    const workerData = { mjml: createRequire(import.meta.url).resolve('mjml'), priority: backgroundPriority };
    this.threads = new ThreadPool(
      (resourceLimits) => new Worker(workerSource, { eval: true, workerData, resourceLimits, env: {}, execArgv: [] }),
      this.limits,
      ['MJML documents', 'to be compiled'],
    );
  }

  /** @throws MjmlFailure; PoolUnavailable, also when `signal` is aborted before it is compiled */
  async compile(source: string, { account, signal, expense }: Caller): Promise<MjmlOutput> {
    expense?.admit();
    try {
      const answer = await this.threads.use(account, (ask) => timed(ask(source), expense), signal);
      if ('failure' in answer) throw new MjmlFailure(answer.failure);
      return answer;
    } catch (error) {
      throw error instanceof ThreadEnded ? this.failureOf(error) : error;
    }
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  private failureOf({ reason, message }: ThreadEnded): Error {
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
