/** More is waiting than is let in; the same may be asked again later. */
export class MjmlBusy extends Error {
  override readonly name = 'MjmlBusy';
}

export type TurnLimits = {
  /** Turns at a time. */
  readonly threads: number;
  /** Of them those that one account has, so that there are others left. */
  readonly threadsOfAccount: number;
  readonly queue: number;
  readonly queueOfAccount: number;
};

type Waiting = { readonly admit: () => void; readonly refuse: (reason: Error) => void };

/** Whose turn it is: accounts one after the other, each its own in order, so that nobody waits for all that somebody else asks for. */
export class AccountTurns {
  private readonly running = new Map<string, number>();
  /** In the order of their turns; none is empty. */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Resolves at the account's turn, to what ends it.
   * @throws MjmlBusy where too many are waiting
   */
  async take(account: string): Promise<() => void> {
    if (this.mayRun(account)) this.begin(account);
    else await this.wait(account);
    return () => this.end(account);
  }

  /** Those that wait will not get their turn. */
  refuseWaiting(reason: Error): void {
    const waiting = [...this.queues.values()].flat();
    this.queues.clear();
    for (const { refuse } of waiting) refuse(reason);
  }

  private wait(account: string): Promise<void> {
    const own = this.queues.get(account) ?? [];
    if (own.length >= this.limits.queueOfAccount)
      return Promise.reject(new MjmlBusy('Too many MJML documents of this account are waiting to be compiled'));
    if ([...this.queues.values()].flat().length >= this.limits.queue)
      return Promise.reject(new MjmlBusy('Too many MJML documents are waiting to be compiled'));
    this.queues.set(account, own);
    return new Promise((resolve, reject) => {
      own.push({ admit: resolve, refuse: reject });
    });
  }

  private mayRun(account: string): boolean {
    const all = [...this.running.values()].reduce((sum, count) => sum + count, 0);
    return all < this.limits.threads && (this.running.get(account) ?? 0) < this.limits.threadsOfAccount;
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
