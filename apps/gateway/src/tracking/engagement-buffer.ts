import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { SeenEngagement } from '@postrider/contracts';
import { maxEngagements, newId, recordEngagements } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { Counter } from 'prom-client';

/** How long opens and clicks are buffered. Repeated ones increase a count. */
const flushMs = 200;
/**
 * After many engagements in one flush, the next flush is later, which saves CPU time for email. Buffered engagements
 * are lost if the process is killed, so their number is bounded (docs/operate/limits.md#tracking).
 */
const busy = { engagements: 100, flushMs: 1_000, maxBuffered: 2_000 };
const retryMs = 2_000;
/** Buffered and failed engagements (docs/operate/limits.md#tracking). */
const maxPending = 10_000;

const lost = new Counter({
  name: 'postrider_engagements_lost_total',
  help: 'Opens and clicks that were lost because the tracking service was unavailable for too long',
});

export type BufferedEngagement = Omit<SeenEngagement, 'id' | 'count' | 'at_ms'> & { readonly accountId: string };

/** An engagement whose repetitions increase `count`. */
type Buffered = Omit<SeenEngagement, 'count'> & { readonly accountId: string; count: number };

interface Call {
  readonly accountId: string;
  readonly engagements: SeenEngagement[];
}

/**
 * Buffers opens and clicks for the tracking service, so that links respond immediately, and a link that a thousand
 * people follow at once costs one row. Failed calls are retried with the same ids, within a bound.
 */
@Injectable()
export class EngagementBuffer extends PeriodicTask {
  private buffered = new Map<string, Buffered>();
  private nextFlushMs = flushMs;
  private failed: Call[] = [];
  private pending = 0;

  constructor(private readonly services: ContractClient) {
    super({ everyMs: retryMs, failure: 'cannot record opens and clicks' });
  }

  add(seen: BufferedEngagement): void {
    const key = `${seen.accountId} ${seen.log_id} ${seen.kind} ${seen.link ?? ''} ${seen.bot ?? ''}`;
    const same = this.buffered.get(key);
    if (same) same.count += 1;
    else if (this.pending >= maxPending) lost.inc();
    else {
      this.pending += 1;
      this.buffered.set(key, { ...seen, id: newId('event'), at_ms: Date.now(), count: 1 });
      if (this.buffered.size === 1) this.wake(this.nextFlushMs);
      else if (this.buffered.size === busy.maxBuffered) this.wake();
    }
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.flush();
    if (this.pending > 0) lost.inc(this.pending);
  }

  protected async batch(): Promise<void> {
    await this.flush();
  }

  private async flush(): Promise<void> {
    const calls = [...this.failed, ...toCalls(this.buffered.values())];
    this.nextFlushMs = this.buffered.size < busy.engagements ? flushMs : busy.flushMs;
    this.buffered = new Map();
    this.failed = [];
    const results = await Promise.allSettled(calls.map((call) => this.call(call)));
    const failed = calls.filter((_call, index) => results[index]!.status === 'rejected');
    this.failed = failed;
    this.pending -= calls
      .filter((call) => !failed.includes(call))
      .reduce((sum, call) => sum + call.engagements.length, 0);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) this.onError(failure.reason as Error);
  }

  private async call({ accountId, engagements }: Call): Promise<void> {
    const context = { accountId, requestId: newId('request'), deadline: Date.now() + recordEngagements.timeoutMs };
    await this.services.call(recordEngagements, context, { engagements });
  }
}

/** One account per call, and at most `maxEngagements`. */
function toCalls(buffered: Iterable<Buffered>): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, Call>();
  for (const { accountId, ...engagement } of buffered) {
    let call = open.get(accountId);
    if (!call || call.engagements.length === maxEngagements) {
      call = { accountId, engagements: [] };
      open.set(accountId, call);
      calls.push(call);
    }
    call.engagements.push(engagement);
  }
  return calls;
}
