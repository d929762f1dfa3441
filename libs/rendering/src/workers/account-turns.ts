/** What was asked for was not done, through no fault of its own: the same may be asked again later. */
export class PoolUnavailable extends Error {
  override readonly name = 'PoolUnavailable';
}

export type TurnLimits = {
  /** Turns at a time. */
  readonly workers: number;
  /** Of them those that one account has, so that there are others left. */
  readonly workersOfAccount: number;
  readonly queue: number;
  readonly queueOfAccount: number;
};

type Waiting = { readonly admit: () => void; readonly refuse: (reason: Error) => void };

/** Whose turn it is: accounts one after the other, each its own in order, so that nobody waits for all that somebody else asks for. */
export class AccountTurns {
  private readonly running = new Map<string, number>();
  /** In the order of their turns; none is empty. */
  private readonly queues = new Map<string, Waiting[]>();

  /** `what` it is that waits, and what for: 'MJML documents', 'to be compiled'. */
  constructor(
    private readonly limits: TurnLimits,
    private readonly what: readonly [plural: string, purpose: string],
  ) {}

  /**
   * Resolves at the account's turn, to what ends it.
   * @throws PoolUnavailable where too many are waiting, or when `signal` is aborted before
   */
  async take(account: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw this.tooLate();
    if (this.mayRun(account)) this.begin(account);
    else await this.wait(account, signal);
    return () => this.end(account);
  }

  /** Those that wait will not get their turn. */
  refuseWaiting(reason: Error): void {
    const waiting = [...this.queues.values()].flat();
    this.queues.clear();
    for (const { refuse } of waiting) refuse(reason);
  }

  private wait(account: string, signal: AbortSignal | undefined): Promise<void> {
    const [what, purpose] = this.what;
    const own = this.queues.get(account) ?? [];
    if (own.length >= this.limits.queueOfAccount)
      return Promise.reject(new PoolUnavailable(`Too many ${what} of this account are waiting ${purpose}`));
    if ([...this.queues.values()].flat().length >= this.limits.queue)
      return Promise.reject(new PoolUnavailable(`Too many ${what} are waiting ${purpose}`));
    this.queues.set(account, own);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.leave(account, place);
        reject(this.tooLate());
      };
      const stay = (): void => signal?.removeEventListener('abort', giveUp);
      const place = {
        admit: () => {
          stay();
          resolve();
        },
        refuse: (reason: Error) => {
          stay();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      own.push(place);
    });
  }

  private leave(account: string, place: Waiting): void {
    const left = (this.queues.get(account) ?? []).filter((other) => other !== place);
    if (left.length > 0) this.queues.set(account, left);
    else this.queues.delete(account);
  }

  private tooLate(): PoolUnavailable {
    const [what, purpose] = this.what;
    return new PoolUnavailable(`Its turn did not come in time: too many ${what} were waiting ${purpose}`);
  }

  private mayRun(account: string): boolean {
    const all = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    return all < this.limits.workers && (this.running.get(account) ?? 0) < this.limits.workersOfAccount;
  }

  private begin(account: string): void {
    this.running.set(account, (this.running.get(account) ?? 0) + 1);
  }

  private end(account: string): void {
    const left = (this.running.get(account) ?? 1) - 1;
    if (left > 0) this.running.set(account, left);
    else this.running.delete(account);
    const next = [...this.queues.keys()].find((waiting) => this.mayRun(waiting));
    if (next !== undefined) this.admitFirstOf(next);
  }

  private admitFirstOf(account: string): void {
    const [first, ...rest] = this.queues.get(account) ?? [];
    // It goes to the end of the line.
    this.queues.delete(account);
    if (rest.length > 0) this.queues.set(account, rest);
    this.begin(account);
    first?.admit();
  }
}
