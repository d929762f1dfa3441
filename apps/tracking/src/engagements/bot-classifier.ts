import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { logEventReported, newId } from '@postrider/contracts';
import type { OutboxRow } from '@postrider/outbox';
import { Outbox, outboxRow } from '@postrider/outbox';
import { DataSource } from 'typeorm';
import { EngagementsRepository } from './engagements.repository.js';
import type { Arrival } from './bot-rules.js';
import { classifyBots, selectStored, toReport } from './bot-rules.js';

const everyMs = 500;
/** See docs/operate/limits.md#tracking. */
const batchSize = 500;
const none = { people: 0, bots: 0 };

/**
 * Classifies arrivals, counts them, stores the first ones of each email and publishes their log events, in one
 * transaction and in one process at a time.
 */
@Injectable()
export class BotClassifier extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly engagements: EngagementsRepository,
    private readonly outbox: Outbox,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'opens and clicks could not be classified yet' });
  }

  protected async batch(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.engagements.tryLock(tx))) return false;
      const due = await this.engagements.claimDue(tx, batchSize);
      if (due.length === 0) return false;
      const arrivals = classifyBots(due, await this.engagements.clicksAround(tx, due));
      const before = await this.engagements.countStored(tx, arrivals);
      const stored = selectStored(arrivals, (mail) => before.get(mail) ?? none);
      await this.engagements.add(tx, arrivals, new Set(stored.map(({ id }) => id)));
      // Last, with the ids of the arrivals: if the transaction does not commit, the same events are published again.
      await this.outbox.publish(tx, stored.map(toEvent));
      return due.length === batchSize;
    });
  }
}

const toEvent = (arrival: Arrival): OutboxRow =>
  outboxRow(
    logEventReported,
    { accountId: arrival.accountId, requestId: newId('request') },
    toReport(arrival),
    arrival.id,
  );
