import { Semaphore } from '@postrider/concurrency';

/** So many of something at a time for each account: what one does at length leaves the others' alone. */
export class AccountSlots {
  private readonly accounts = new Map<string, { readonly slots: Semaphore; users: number }>();

  constructor(private readonly each: number) {}

  async with<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const account = this.accounts.get(accountId) ?? { slots: new Semaphore(this.each), users: 0 };
    this.accounts.set(accountId, account);
    account.users += 1;
    const release = await account.slots.acquire();
    try {
      return await work();
    } finally {
      release();
      account.users -= 1;
      if (account.users === 0) this.accounts.delete(accountId);
    }
  }
}
