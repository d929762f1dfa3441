import { Injectable } from '@nestjs/common';
import { logEventRecorded, messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { ReceivedEvent } from '@postrider/messaging';
import { On } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { planned } from '@postrider/outbox';

interface CountedOutcome {
  readonly accountId: string;
  readonly templateId: string;
  readonly outcome: string;
  /** Unix seconds. */
  readonly at: number;
}

@Injectable()
export class DailyCountsRepository {
  async add(tx: EntityManager, outcomes: readonly CountedOutcome[]): Promise<void> {
    const column = <Value>(value: (counted: CountedOutcome) => Value): Value[] => outcomes.map(value);
    await planned(tx, {
      name: 'count-outcomes',
      text: `insert into daily_counts (account_id, day, template_id, outcome, count)
       select account_id, (to_timestamp(at) at time zone 'UTC')::date as day, template_id, outcome, count(*)
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as counted (account_id, template_id, outcome, at)
       group by account_id, day, template_id, outcome order by account_id, day, template_id, outcome
       on conflict (account_id, day, template_id, outcome) do update set count = daily_counts.count + excluded.count`,
      values: [
        column(({ accountId }) => accountId),
        column(({ templateId }) => templateId),
        column(({ outcome }) => outcome),
        column(({ at }) => at),
      ],
    });
  }
}

/** How many events of each outcome were taken, test keys left out: what shows that every one was taken once (docs/faults.md). */
@Injectable()
export class DailyCountsConsumer {
  constructor(private readonly counts: DailyCountsRepository) {}

  @On(messageAccepted)
  accepted(events: readonly ReceivedEvent<typeof messageAccepted>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, () => 'accepted');
  }

  @On(messageSent)
  sent(events: readonly ReceivedEvent<typeof messageSent>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, () => 'sent');
  }

  @On(messageEnded)
  ended(events: readonly ReceivedEvent<typeof messageEnded>[], tx: EntityManager): Promise<void> {
    return this.count(tx, events, ({ status }) => status);
  }

  @On(logEventRecorded, { when: ({ moves_status }) => moves_status })
  recorded(events: readonly ReceivedEvent<typeof logEventRecorded>[], tx: EntityManager): Promise<void> {
    const dated = events.map(({ accountId, payload }) => ({
      accountId,
      payload: { ...payload, at: Math.floor(payload.at_ms / 1000) },
    }));
    return this.count(tx, dated, ({ type }) => type);
  }

  private async count<Payload extends { template_id: string; at: number; test: boolean }>(
    tx: EntityManager,
    events: readonly { accountId: string; payload: Payload }[],
    outcomeOf: (payload: Payload) => string,
  ): Promise<void> {
    const counted = events
      .filter(({ payload }) => !payload.test)
      .map(({ accountId, payload }) => ({
        accountId,
        templateId: payload.template_id,
        outcome: outcomeOf(payload),
        at: payload.at,
      }));
    if (counted.length > 0) await this.counts.add(tx, counted);
  }
}
