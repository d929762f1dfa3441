import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

const atATime = 500;

/**
 * Moves what waits for a paused ESP account to its fallback: what is due, and what failed for the account's own reasons. Mail whose outcome is
 * unknown stays: only its own ESP can fold the repetition (reference: a fallback only after a definite failure). One statement is one transaction.
 */
const rerouteStatement = `
with waiting as (
  select message_id, lane from (
    (select message_id, lane from work where lane = any($1::text[]) and due_at <= now() and lease_token is null and not ambiguous limit ${atATime})
    union
    (select message_id, lane from work where lane = any($1::text[]) and account_failed and lease_token is null and not ambiguous limit ${atATime})
  ) as candidates
), locked as (
  select work.message_id, work.account_id, esp.name as failing, fallback.id as lane, fallback.name as taking
  from work
  join waiting using (message_id, lane)
  join esp_accounts as esp on esp.account_id = work.account_id and esp.id = work.lane
  join esp_accounts as fallback on fallback.account_id = esp.account_id and fallback.id = esp.fallback_id
  where fallback.id <> all($1::text[]) and work.lease_token is null and not work.ambiguous
  for update of work skip locked
  for key share of fallback
), moved as (
  update work set lane = locked.lane, due_at = now(), account_failed = false
  from locked where work.message_id = locked.message_id
), said as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'queued', 'ESP account "' || failing || '" is paused because it fails; "' || taking || '" takes over' from locked
)
select distinct lane from locked`;

@Injectable()
export class FailoverRepository {
  constructor(private readonly pool: Pool) {}

  /** The lanes that have more to send now. `paused` accounts neither keep due mail that has another way out nor are given any. */
  async reroute(paused: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ lane: string }>({ name: 'reroute', text: rerouteStatement, values: [paused] });
    return rows.map(({ lane }) => lane);
  }
}
