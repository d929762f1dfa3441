import { AsyncResource } from 'node:async_hooks';

/** After so many repetitions the caller gets the error. */
const maxRepetitions = 3;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/** A deadlock, or a transaction that could not be put in a row with the others: nothing was written, and the same again may be. */
const lostAgainstAnother = (error: unknown): boolean => ['40P01', '40001'].includes(codeOf(error));

/** Runs a transaction, and repeats it when it loses against another. */
export async function retryOnSerializationFailure<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await transaction();
    } catch (error) {
      if (!lostAgainstAnother(error) || repeated === maxRepetitions) throw error;
    }
  }
}

type Call = <Value>(work: () => Value) => Value;
const call: Call = (work) => work();

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Of the first of a batch: calls in its async context, so that the statement is logged and traced as its own. */
  readonly inContext?: Call;
}

/**
 * Lets concurrent callers share a statement: what is asked in one turn of the event loop, or while as many statements as may be are under
 * way, goes into the next one. An idle batcher waits for nobody, so the cost of a statement is divided under load and no latency is added
 * without it. A statement that lost against a concurrent transaction is repeated; if one goes on losing or is refused for its data, each item goes
 * by itself. What is asked is never older than its statement: a read sees every write that was committed before it was asked for.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private underWay = 0;

  /** `run` answers one result for each item, in their order; if it throws, all of them fail. */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: { readonly batch: number; readonly concurrent: number },
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // Batches are full but for the last, so these and no others come first in theirs.
      const first = this.waiting.length % this.limits.batch === 0;
      this.waiting.push({ item, resolve, reject, ...(first ? { inContext: AsyncResource.bind(call) } : {}) });
      if (this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    while (this.waiting.length > 0 && this.underWay < this.limits.concurrent) {
      const batch = this.waiting.splice(0, this.limits.batch);
      this.underWay++;
      const { inContext = call } = batch[0]!;
      void inContext(() => this.settle(batch)).finally(() => {
        this.underWay--;
        this.next();
      });
    }
  }

  private async settle(batch: typeof this.waiting, repeated = 0): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (lostAgainstAnother(error) && repeated < maxRepetitions) return this.settle(batch, repeated + 1);
      // One that the database cannot store must not keep the others from being stored: each by itself then.
      if (batch.length > 1 && (isRefusedData(error) || lostAgainstAnother(error)))
        for (const entry of batch) await this.settle([entry]);
      else for (const { reject } of batch) reject(error);
    }
  }
}

/** SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (a limit is exceeded): nothing was written, and the same again will not be. */
const isRefusedData = (error: unknown): boolean => /^(22|23|54)/.test(codeOf(error));
