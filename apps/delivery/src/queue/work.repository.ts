import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postrider/service';
import { Pool } from 'pg';
import type { DeliveryConfig } from '../config.js';
import { rankOf } from '../logs/log-status.js';
import type { StoredContent } from '../messages/message-content.js';
import { inWords } from './retry-policy.js';

/** A due row as it was claimed, with its message. */
export interface ClaimedRow {
  readonly id: string;
  readonly accountId: string;
  readonly lane: string;
  readonly attempt: number;
  readonly ambiguous: boolean;
  readonly artifactId: string;
  readonly templateId: string;
  readonly test: boolean;
  readonly content: StoredContent;
}

/** Due rows looked at in one claim, beyond those it takes: room to leave out lanes that are full. */
const candidates = 500;

/**
 * Takes what is due, earliest first, each lane up to its room. A row whose lease has run out belonged to a process that died or froze: it is
 * not sent but set to wait, because the ESP may have it (reference: ambiguity protocol), and its log says so.
 */
const claimStatement = `
with due as (
  select message_id, lane, due_at from work
  where due_at <= now() and lane <> all($3::text[]) and ($7::boolean or lease_token is null)
  order by due_at, message_id limit ${candidates}
), placed as (
  select message_id, lane, due_at, row_number() over (partition by lane order by due_at, message_id) as place from due
), chosen as (
  select work.message_id, work.lease_token is not null as abandoned
  from work join placed using (message_id)
  left join unnest($4::text[], $5::int[]) as busy (lane, room) on busy.lane = placed.lane
  where placed.place <= coalesce(busy.room, $6::int) and work.due_at <= now()
  order by placed.due_at, work.message_id limit $1::int
  for update of work skip locked
), taken as (
  update work set
    lease_token = case when chosen.abandoned then null else $2::uuid end,
    due_at = now() + make_interval(secs => case when chosen.abandoned then $9::float8 else $8::float8 end),
    ambiguous = work.ambiguous or chosen.abandoned
  from chosen where work.message_id = chosen.message_id
  returning work.message_id, work.account_id, work.lane, work.attempt, work.ambiguous, chosen.abandoned
), waiting as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'failed_to_send', $10::text from taken where abandoned
), shown as (
  update logs set status = 'failed_to_send', status_rank = ${rankOf.failed_to_send}, message = $10::text
  from taken where taken.abandoned and logs.account_id = taken.account_id and logs.id = taken.message_id and logs.status_rank <= ${rankOf.failed_to_send}
)
select taken.message_id as id, taken.account_id as "accountId", taken.lane, taken.attempt, taken.ambiguous,
       messages.artifact_id as "artifactId", messages.content, logs.template_id as "templateId", logs.test
from taken
join messages on messages.account_id = taken.account_id and messages.id = taken.message_id
join logs on logs.account_id = taken.account_id and logs.id = taken.message_id
where not taken.abandoned`;

@Injectable()
export class WorkRepository {
  constructor(private readonly pool: Pool, @Inject(CONFIG) private readonly config: DeliveryConfig) {}

  /** `takeAbandoned` false leaves expired leases alone: right after the database was away, their owners may still be alive. */
  async claim(limit: number, leaseToken: string, rooms: ReadonlyMap<string, number>, takeAbandoned: boolean): Promise<ClaimedRow[]> {
    const full = [...rooms].filter(([, room]) => room <= 0).map(([lane]) => lane);
    const wait = this.config.UNKNOWN_OUTCOME_WAIT_SECONDS;
    const { rows } = await this.pool.query<ClaimedRow>({
      name: 'claim',
      text: claimStatement,
      values: [
        limit, leaseToken, full, [...rooms.keys()], [...rooms.values()], this.config.DELIVERY_LANE_CONCURRENCY, takeAbandoned,
        this.config.LEASE_SECONDS, wait,
        `The process that was sending this message stopped before the outcome was known; if no answer arrives within ${inWords(wait)} it is sent again with the same Message-ID`,
      ],
    });
    return rows;
  }
}
