import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import type { SeenEngagement } from '@postrider/contracts';
import { maxEngagements, newId, recordEngagements } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { Counter } from 'prom-client';

/** So long opens and clicks are gathered: the same again in that time is counted, not repeated. */
const gatherMs = 200;
/**
 * After as many that differ in one time they are gathered for longer, which leaves more of the processor to mail, but never more than so many: what is
 * gathered is lost when the process is killed (docs/operate/limits.md#tracking).
 */
const many = { engagements: 100, gatherMs: 1_000, most: 2_000 };
const retryMs = 2_000;
/** See docs/operate/limits.md#tracking. */
const maxKept = 10_000;

const lost = new Counter({
  name: 'postrider_engagements_lost_total',
  help: 'Opens and clicks that were not recorded, because the tracking service was away for too long',
});

export type Seen = Omit<SeenEngagement, 'id' | 'count' | 'at_ms'> & { readonly accountId: string };

/** What is seen again counts with what is here. */
type Gathered = Omit<SeenEngagement, 'count'> & { readonly accountId: string; count: number };

interface Call {
  readonly accountId: string;
  readonly engagements: SeenEngagement[];
}

/**
 * Opens and clicks on their way to the tracking service: nobody who comes by a link waits for them to be stored, and a link that a thousand people
 * follow at once costs one row. What cannot be told yet is kept, within a bound, and told again under the same ids.
 */
@Injectable()
export class EngagementBuffer extends PeriodicTask {
  private gathered = new Map<string, Gathered>();
  private nextGatherMs = gatherMs;
  private untold: Call[] = [];
  private kept = 0;

  constructor(private readonly services: ContractClient) {
    super({ everyMs: retryMs, failure: 'opens and clicks could not be recorded yet' });
  }

  add(seen: Seen): void {
    const key = `${seen.accountId} ${seen.log_id} ${seen.kind} ${seen.link ?? ''} ${seen.bot ?? ''}`;
    const same = this.gathered.get(key);
    if (same) same.count += 1;
    else if (this.kept >= maxKept) lost.inc();
    else {
      this.kept += 1;
      this.gathered.set(key, { ...seen, id: newId('event'), at_ms: Date.now(), count: 1 });
      if (this.gathered.size === 1) this.wake(this.nextGatherMs);
      else if (this.gathered.size === many.most) this.wake();
    }
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.tell();
    if (this.kept > 0) lost.inc(this.kept);
  }

  protected async batch(): Promise<void> {
    await this.tell();
  }

  private async tell(): Promise<void> {
    const calls = [...this.untold, ...callsOf(this.gathered.values())];
    this.nextGatherMs = this.gathered.size < many.engagements ? gatherMs : many.gatherMs;
    this.gathered = new Map();
    this.untold = [];
    const results = await Promise.allSettled(calls.map((call) => this.call(call)));
    const failed = calls.filter((_call, index) => results[index]!.status === 'rejected');
    this.untold = failed;
    this.kept -= calls.filter((call) => !failed.includes(call)).reduce((sum, call) => sum + call.engagements.length, 0);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) this.onError(failure.reason as Error);
  }

  private async call({ accountId, engagements }: Call): Promise<void> {
    const context = { accountId, requestId: newId('request'), deadline: Date.now() + recordEngagements.timeoutMs };
    await this.services.call(recordEngagements, context, { engagements });
  }
}

/** Of one account each, and no more than a call takes. */
function callsOf(gathered: Iterable<Gathered>): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, Call>();
  for (const { accountId, ...engagement } of gathered) {
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
