import { availableParallelism, totalmem } from 'node:os';
import { splitLosslessNumbers } from '@postrider/numbers';
import { LRUCache } from 'lru-cache';
import type { Artifact, UnreadArtifact } from '../artifact.js';
import type { CompileResult } from '../compile/compile.js';
import { compileVersion } from '../compile-version.js';
import { RenderBudgetExceeded, RenderingRejected } from '../errors.js';
import { compiledMjml } from '../mjml/compiled-mjml.js';
import { MjmlFailure } from '../errors.js';
import type { RenderedMessage, RenderOptions } from '../render.js';
import { renderSmall } from '../render.js';
import { extractMessages } from '../compile-version.js';
import type { Catalogue } from '../translation/message.js';
import type { TransMessage } from '../translation/message.js';
import { messageLength } from '../translation/message.js';
import { buildPot } from '../translation/pot.js';
import { parsePoArchive } from '../translation/po-archive.js';
import { PoFileError } from '../translation/po-syntax.js';
import type { DataOfTemplate } from '../uses/uses.js';
import { TemplateUses } from '../uses/uses.js';
import type { Caller } from '../workers/worker-pool.js';
import { WorkerEnded } from '../workers/worker-process.js';
import type { RunTask, PoolLimits } from '../workers/worker-pool.js';
import { WorkerPool } from '../workers/worker-pool.js';
import type { VersionSource } from '../version-source.js';
import { toError } from './refusal.js';
// Types only: the file runs in a worker, and an import would bundle it.
import type { TaskOutput, CompileTask, Task } from './rendering-worker.js';

const workerModule = new URL('./rendering-worker.js', import.meta.url);

// The largest accepted templates need less than 48 MB on Node 20 and 22, and more on Node 24.
const heapMb = 56;

/** One less than the number of cores, up to two, and one in half a gigabyte: each needs about twice its heap. */
const workers = Math.max(1, Math.min(2, availableParallelism() - 1, Math.floor(memory() / (512 * 1_048_576))));

function memory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}

const limits: PoolLimits = {
  workers,
  workersOfAccount: 1,
  queue: 256,
  queueOfAccount: 64,
  deadlineMs: 10_000,
  heapMb,
  idleMs: 30_000,
};

/** Artifacts that were recently too expensive go to a worker directly. */
const cacheOptions = { max: 10_000, ttl: 60_000 };

/** How often an artifact may exceed the time before that: first runs are slow, and so are busy machines. */
const slowTimes = 3;

/**
 * Parts with up to this many characters and openings of tags together, without snippets, are compiled on the event
 * loop, in at most 16 ms.
 */
const smallSource = 4_096;
const smallTags = 200;
/** The variables of an artifact with up to this many pieces are found on the event loop, in about 4 ms. */
const smallUses = 10_000;
/** A POT file with up to this many characters is written on the event loop, with an overhead per message. */
const smallPot = 8_192;
const overheadOfMessage = 10;

export type Mail = RenderOptions & {
  readonly artifactId: string;
  readonly artifact: Artifact | UnreadArtifact;
  readonly data: unknown;
};

/**
 * Renders emails and compiles versions: small ones on the event loop, the others in workers, so that no template can
 * block, crash or exhaust the process. Exceeding the time or memory there is a `RenderingRejected`; a missing worker a
 * `PoolUnavailable`.
 */
export class Renderer {
  private readonly limits: PoolLimits;
  private readonly workers: WorkerPool<Task, TaskOutput>;
  /** How often an artifact was too expensive for the event loop. */
  private readonly overflows = new LRUCache<string, number>(cacheOptions);

  constructor(changed: Partial<PoolLimits> = {}) {
    this.limits = { ...limits, ...changed };
    this.workers = new WorkerPool(workerModule, this.limits, ['renderings', 'for a worker']);
  }

  /** Undefined if the email is too expensive for the event loop. Throws `MissingTemplateData`. */
  renderHere({ artifactId, artifact, data, strict, links }: Mail): RenderedMessage | undefined {
    if ('json' in artifact) return undefined;
    if ((this.overflows.get(artifactId) ?? 0) >= slowTimes) return undefined;
    const rendered = renderSmall(artifact, data, { strict, links });
    if (!(rendered instanceof RenderBudgetExceeded)) return rendered;
    this.remember(artifactId, rendered);
    return undefined;
  }

  /** Also throws `RenderBudgetExceeded` and `MissingTemplateData`. */
  async renderInWorker({ artifactId, artifact, data, strict, links }: Mail, caller: Caller): Promise<RenderedMessage> {
    const key = `${caller.account}/${artifactId}`;
    const { value, texts } = splitLosslessNumbers(data);
    const result = await this.inWorker(caller, 'rendering it', async (runTask) => {
      const first = await runTask({ render: { key, data: value, texts, strict, links } });
      if (!('wanted' in first)) return first;
      return runTask({ render: { key, artifact: toJson(artifact), data: value, texts, strict, links } });
    });
    if ('rendered' in result) return result.rendered;
    throw unexpected(result);
  }

  /** Throws `TemplateError`. */
  compile(source: VersionSource, snippets: ReadonlyMap<string, string>, caller: Caller): Promise<CompileResult> {
    if (source.literal || (snippets.size === 0 && isSmall(source))) return compileVersion(source, noSnippets, caller);
    return this.compileInWorker({ source, snippets }, caller);
  }

  /**
   * The catalogues of a zip of PO files, by locale. Each file is parsed in a worker.
   * @throws PoArchiveError, RenderingRejected, PoolUnavailable
   */
  readTranslations(
    zip: Buffer,
    isLocale: (code: string) => boolean,
    caller: Caller,
  ): Promise<ReadonlyMap<string, Catalogue>> {
    return this.inWorker(caller, 'reading a file', (runTask) =>
      parsePoArchive(zip, {
        isLocale,
        parse: async (file) => {
          const result = await runTask({ parse: file });
          if ('parsed' in result) return JSON.parse(result.parsed) as Catalogue;
          throw 'unreadable' in result ? new PoFileError(result.unreadable) : unexpected(result);
        },
      }),
    );
  }

  /** The messages of a version in order of appearance. Throws `TemplateError`. */
  async extractMessages(
    source: VersionSource,
    snippets: ReadonlyMap<string, string>,
    caller: Caller,
  ): Promise<TransMessage[]> {
    if (snippets.size === 0 && isSmall(source)) return extractMessages(source, noSnippets);
    const result = await this.inWorker(caller, 'reading its messages', (runTask) =>
      runTask({ extract: { source, snippets } }),
    );
    if ('extracted' in result) return JSON.parse(result.extracted) as TransMessage[];
    throw unexpected(result);
  }

  /** The data that the template of an artifact reads. */
  async findUses(artifact: Artifact | UnreadArtifact, caller: Caller): Promise<DataOfTemplate> {
    const small = 'json' in artifact ? undefined : TemplateUses.fromSmall(artifact, smallUses);
    if (small) return small.all;
    const json = toJson(artifact);
    const result = await this.inWorker(caller, 'reading it', (runTask) => runTask({ uses: json }));
    if ('uses' in result) return JSON.parse(result.uses) as DataOfTemplate;
    throw unexpected(result);
  }

  /** The POT file of these messages, see `buildPot`. */
  async buildPot(messages: readonly TransMessage[], modified: Date, caller: Caller): Promise<string> {
    const length = messages.reduce((sum, message) => sum + overheadOfMessage + messageLength(message), 0);
    if (length <= smallPot) return buildPot(messages, modified);
    const task = { pot: { messages: JSON.stringify(messages), modified: modified.getTime() } };
    const result = await this.inWorker(caller, 'writing the file', (runTask) => runTask(task));
    if ('pot' in result) return result.pot;
    throw unexpected(result);
  }

  close(): Promise<void> {
    return this.workers.close();
  }

  private remember(artifactId: string, { budget }: RenderBudgetExceeded): void {
    const before = this.overflows.get(artifactId) ?? 0;
    this.overflows.set(artifactId, budget === 'milliseconds' ? before + 1 : slowTimes);
  }

  /** MJML has its own workers, so this worker is released meanwhile. */
  private async compileInWorker(task: CompileTask, caller: Caller): Promise<CompileResult> {
    const result = await this.inWorker(caller, 'compiling it', (runTask) => runTask({ compile: task }));
    if ('compiled' in result) return result.compiled;
    if (!('source' in result) || task.mjml) throw unexpected(result);
    const { source } = result;
    const output = await compiledMjml(source, caller).catch(toFailure);
    return this.compileInWorker({ ...task, mjml: { source, output } }, caller);
  }

  private async inWorker<Result>(
    { account, signal }: Caller,
    what: string,
    work: (runTask: RunTask<Task, TaskOutput>) => Promise<Result>,
  ): Promise<Result> {
    const answering =
      (runTask: RunTask<Task, TaskOutput>): RunTask<Task, TaskOutput> =>
      async (task) => {
        const result = await runTask(task);
        if ('rejected' in result) throw toError(result.rejected);
        if ('defect' in result) throw result.defect;
        return result;
      };
    try {
      return await this.workers.use(account, (runTask) => work(answering(runTask)), signal);
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      const { deadlineMs, heapMb } = this.limits;
      if (error.reason === 'deadline')
        throw new RenderingRejected(`${what} takes more than ${deadlineMs / 1_000} seconds`);
      if (error.reason === 'memory') throw new RenderingRejected(`${what} needs more than ${heapMb} MB of memory`);
      throw error;
    }
  }
}

function toFailure(error: unknown): { readonly failure: string } {
  if (error instanceof MjmlFailure) return { failure: error.message };
  throw error;
}

/** Encodes as JSON text: cloning the tree takes a worker three times as long. */
const toJson = (artifact: Artifact | UnreadArtifact): string =>
  'json' in artifact ? artifact.json : JSON.stringify(artifact);

const noSnippets = (): undefined => undefined;

const getTexts = ({ subject, html = '', text = '', preheader = '', ampHtml = '' }: VersionSource): string[] => [
  subject,
  html,
  text,
  preheader,
  ampHtml,
];

const getLength = (source: VersionSource): number => getTexts(source).reduce((sum, part) => sum + part.length, 0);

const isSmall = (source: VersionSource): boolean =>
  getLength(source) <= smallSource && getTexts(source).join('').split('{{').length <= smallTags;

const unexpected = (result: TaskOutput): Error => new Error(`A worker answered ${Object.keys(result).join()}`);
