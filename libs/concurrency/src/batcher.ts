import { AsyncResource } from 'node:async_hooks';

/** After this many repetitions the caller gets the error. */
const maxRepetitions = 3;

const getErrorCode = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** A deadlock (40P01) or a serialization failure (40001): nothing was written, and a repetition can succeed. */
const isSerializationFailure = (error: unknown): boolean => ['40P01', '40001'].includes(getErrorCode(error));

/** Runs a transaction and repeats it after a deadlock or a serialization failure. */
export async function retryOnSerializationFailure<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isSerializationFailure(error) || repeated === maxRepetitions) throw error;
    }
  }
}

type Call = <Value>(work: () => Value) => Value;
const call: Call = (work) => work();

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /**
   * Set on the first item of a batch: runs a function in its async context, so that logs and traces of the statement
   * belong to it.
   */
  readonly inContext?: Call;
}

/**
 * Combines the calls of concurrent callers into one statement. A batch collects the calls of one turn of the event
 * loop, and those that arrive while the maximum number of statements runs: load shares the cost, and an idle batcher
 * adds no latency.
 * A batch that fails with a deadlock or a serialization failure is repeated; if it keeps failing, or the database
 * rejects its data, each item runs alone. A statement starts after its calls, so a read sees every write that was
 * committed before the call.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;

  /** `run` returns one result per item, in their order; if it throws, all items of the batch fail. */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: { readonly batch: number; readonly concurrent: number },
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // Only the last batch can be partly filled, so every `limits.batch`-th item starts a batch.
      const first = this.waiting.length % this.limits.batch === 0;
      this.waiting.push({ item, resolve, reject, ...(first ? { inContext: AsyncResource.bind(call) } : {}) });
      if (this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    while (this.waiting.length > 0 && this.running < this.limits.concurrent) {
      const batch = this.waiting.splice(0, this.limits.batch);
      this.running++;
      const { inContext = call } = batch[0]!;
      void inContext(() => this.settle(batch)).finally(() => {
        this.running--;
        this.next();
      });
    }
  }

  private async settle(batch: typeof this.waiting, repeated = 0): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (isSerializationFailure(error) && repeated < maxRepetitions) return this.settle(batch, repeated + 1);
      // One item that the database cannot store must not block the others: run each alone.
      if (batch.length > 1 && (isRejectedData(error) || isSerializationFailure(error)))
        for (const entry of batch) await this.settle([entry]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/**
 * SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (program limit exceeded): nothing
 * was written, and a repetition fails again.
 */
const isRejectedData = (error: unknown): boolean => /^(22|23|54)/.test(getErrorCode(error));
