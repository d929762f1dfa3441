import { PeriodicTask } from '@postrider/concurrency';
import { LRUCache } from 'lru-cache';

interface Figure {
  /** As it was measured; undefined until then. */
  measured: number | undefined;
  /** Added here since that measuring began. */
  added: number;
  /** When it is worth measuring again (Unix milliseconds). */
  dueAt: number;
  /** Beyond this nobody needs to count. */
  limit: number;
}

const checkEveryMs = 1_000;
const leastMs = 5_000;
/** A figure is believed for so many times as long as it took to find out: finding out costs at most 2 % of one connection. */
const believedTimes = 50;
const maxAccounts = 10_000;
const atOnce = 100;

/**
 * What an account uses of something that is dear to count, remembered and counted again in the background, one account after the other, while it is
 * asked for. What this process adds is known at once; what others add, and what goes, by the next count: 5 s later, or 50 times as long as
 * the last one took. So a quota can be overshot by what others add meanwhile.
 */
export abstract class MeasuredUsage extends PeriodicTask {
  private readonly figures = new LRUCache<string, Figure>({ max: maxAccounts });
  private readonly asked = new Set<string>();
  private readonly underWay = new Map<string, Promise<number>>();

  constructor() {
    super({ everyMs: checkEveryMs, maxBatches: atOnce });
  }

  /** Now; it may stop counting beyond `enough`. */
  protected abstract measure(accountId: string, enough: number): Promise<number>;

  /** As far as it is known, 0 where it is not yet. Never waits. */
  known(accountId: string, limit: number): number {
    const figure = this.figure(accountId, limit);
    if (Date.now() >= figure.dueAt) this.asked.add(accountId);
    return (figure.measured ?? 0) + figure.added;
  }

  /** As it is known, measured now where that is too old. */
  async current(accountId: string, limit: number): Promise<number> {
    const figure = this.figure(accountId, limit);
    if (figure.measured === undefined || Date.now() >= figure.dueAt) await this.refresh(accountId);
    return (figure.measured ?? 0) + figure.added;
  }

  add(accountId: string, amount: number): void {
    const figure = this.figures.get(accountId);
    if (figure) figure.added += amount;
  }

  /** The next that was asked for. */
  protected async batch(): Promise<boolean> {
    const [accountId] = this.asked;
    if (accountId === undefined) return false;
    this.asked.delete(accountId);
    await this.refresh(accountId);
    return this.asked.size > 0;
  }

  private figure(accountId: string, limit: number): Figure {
    let figure = this.figures.get(accountId);
    if (!figure) this.figures.set(accountId, (figure = { measured: undefined, added: 0, dueAt: 0, limit }));
    figure.limit = limit;
    return figure;
  }

  /** Those who ask for the same account share one count. */
  private refresh(accountId: string): Promise<number> {
    let measuring = this.underWay.get(accountId);
    if (!measuring) {
      measuring = this.measureAnew(accountId).finally(() => this.underWay.delete(accountId));
      this.underWay.set(accountId, measuring);
    }
    return measuring;
  }

  private async measureAnew(accountId: string): Promise<number> {
    const figure = this.figure(accountId, this.figures.get(accountId)?.limit ?? 0);
    const before = figure.added;
    const startedAt = Date.now();
    try {
      const measured = await this.measure(accountId, figure.limit + 1);
      figure.measured = measured;
      figure.added -= before;
      return measured;
    } finally {
      figure.dueAt = Date.now() + Math.max(leastMs, believedTimes * (Date.now() - startedAt));
    }
  }
}
