import { Injectable } from '@nestjs/common';
import { logEventRecorded, messageAccepted, messageEnded, messageSent } from '@postrider/contracts';
import type { EventBatch } from '@postrider/messaging';
import type { EntityManager } from 'typeorm';
import { preparedQuery } from '@postrider/outbox';

interface CountedOutcome {
  readonly accountId: string;
  readonly templateId: string;
  readonly outcome: string;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Numbers of handled events by outcome, without test keys; they show that each event was handled once
 * (docs/operate/faults.md).
 */
@Injectable()
export class DailyCountsRepository {
  async add(tx: EntityManager, batch: EventBatch): Promise<void> {
    const outcomes = toOutcomes(batch);
    if (outcomes.length === 0) return;
    const column = <Value>(value: (counted: CountedOutcome) => Value): Value[] => outcomes.map(value);
    await preparedQuery(tx, {
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

interface OfMail {
  readonly accountId: string;
  readonly payload: { readonly template_id: string; readonly test: boolean };
}

function toOutcomes(batch: EventBatch): CountedOutcome[] {
  const counted = ({ accountId, payload: { template_id, test } }: OfMail, outcome: string, at: number) =>
    test ? [] : [{ accountId, templateId: template_id, outcome, at }];
  return [
    ...batch.of(messageAccepted).flatMap((event) => counted(event, 'accepted', event.payload.at)),
    ...batch.of(messageSent).flatMap((event) => counted(event, 'sent', event.payload.at)),
    ...batch.of(messageEnded).flatMap((event) => counted(event, event.payload.status, event.payload.at)),
    ...batch
      .of(logEventRecorded)
      .flatMap((event) => counted(event, event.payload.type, Math.floor(event.payload.at_ms / 1000))),
  ];
}
