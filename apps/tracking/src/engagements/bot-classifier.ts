import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@postrider/concurrency';
import { logEventReported, newId } from '@postrider/contracts';
import { addToOutbox, outboxRow, OutboxRelay } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { EngagementsRepository } from './engagements.repository.js';
import type { Arrival } from './bot-rules.js';
import { classifyBots, keptOf, reportOf } from './bot-rules.js';

const everyMs = 500;
/** See docs/operate/limits.md#tracking. */
const batchSize = 500;
const none = { people: 0, machines: 0 };

/** Judges what has arrived, counts it, keeps the first of each mail and tells their logs: all of it in one transaction, by one process at a time. */
@Injectable()
export class BotClassifier extends PeriodicTask {
  constructor(
    private readonly database: DataSource,
    private readonly engagements: EngagementsRepository,
    private readonly relay: OutboxRelay,
  ) {
    super({ everyMs, firstAfterMs: 0, failure: 'opens and clicks could not be judged yet' });
  }

  protected async batch(): Promise<boolean> {
    const { taken, told } = await this.database.transaction((tx) => this.judge(tx));
    if (told > 0) this.relay.wake();
    return taken === batchSize;
  }

  private async judge(tx: EntityManager): Promise<{ taken: number; told: number }> {
    if (!(await this.engagements.tryLock(tx))) return { taken: 0, told: 0 };
    const due = await this.engagements.claimDue(tx, batchSize);
    if (due.length === 0) return { taken: 0, told: 0 };
    const arrivals = classifyBots(due, await this.engagements.clicksAround(tx, due));
    const before = await this.engagements.kept(tx, arrivals);
    const kept = keptOf(arrivals, (mail) => before.get(mail) ?? none);
    await this.engagements.add(tx, arrivals, new Set(kept.map(({ id }) => id)));
    await this.tell(tx, kept);
    return { taken: due.length, told: kept.length };
  }

  private async tell(tx: EntityManager, kept: readonly Arrival[]): Promise<void> {
    const rows = kept.map((arrival) =>
      outboxRow(logEventReported, { accountId: arrival.accountId, requestId: newId('request') }, reportOf(arrival)),
    );
    await addToOutbox(tx, rows);
  }
}
