/**
 * Lets concurrent writers share a transaction: what arrives while a commit is under way goes into the next one. An idle writer
 * waits for nobody, so the cost of a commit is divided under load and latency is not added without it.
 */
export class GroupCommit<Item, Result> {
  private waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  private underWay = 0;

  /** `commit` writes all items in one transaction and answers one result each, in their order; if it throws, none was written. */
  constructor(
    private readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: { readonly batch: number; readonly concurrent: number },
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      // Those that arrive in the same turn of the event loop are together.
      if (this.waiting.length === 1) setImmediate(() => this.next());
    });
  }

  private next(): void {
    while (this.waiting.length > 0 && this.underWay < this.limits.concurrent) {
      const batch = this.waiting.splice(0, this.limits.batch);
      this.underWay++;
      void this.run(batch).finally(() => {
        this.underWay--;
        this.next();
      });
    }
  }

  private async run(batch: typeof this.waiting): Promise<void> {
    try {
      const results = await this.commit(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
