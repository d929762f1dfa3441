import { Injectable } from '@nestjs/common';
import { SystemPool } from '@postrider/service';
import type { Lane } from '../esp-accounts/lane.js';
import { lanesOfEspAccount } from '../esp-accounts/lane.js';

/** Of each account, so that one whose mail has nowhere to go keeps no other's from going. */
const atATime = 500;

/**
 * Moves what waits for a paused ESP account to its fallback: what is due, and what failed for the account's own
 * reasons. Mail whose outcome is unknown stays: only its own ESP can fold the repetition
 * (docs/providers.md#fallback). One statement is one transaction.
 */
const rerouteStatement = `
with routes as (
  select esp.id, esp.name as failing, fallback.id as fallback_id, fallback.name as taking
  from esp_accounts as esp join esp_accounts as fallback on fallback.account_id = esp.account_id and fallback.id = esp.fallback_id
    and fallback.credentials is not null
  where esp.id = any($1::text[]) and fallback.id <> all($1::text[])
  for key share of fallback
), waiting as (
  select routes.*, next.message_id from routes cross join lateral (
    (select message_id from work where work.lane in ${lanesOfEspAccount('routes')} and due_at <= now() and lease_token is null and not ambiguous limit ${atATime})
    union
    (select message_id from work where work.lane in ${lanesOfEspAccount('routes')} and account_failed and lease_token is null and not ambiguous limit ${atATime})
  ) as next
), locked as (
  select work.message_id, work.account_id, waiting.failing, waiting.fallback_id || substr(work.lane, length(waiting.id) + 1) as lane, waiting.taking
  from work join waiting on waiting.message_id = work.message_id and work.lane in ${lanesOfEspAccount('waiting')}
  where work.lease_token is null and not work.ambiguous
  for update of work skip locked
), moved as (
  update work set lane = locked.lane, due_at = now(), account_failed = false
  from locked where work.message_id = locked.message_id
), said as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'queued', 'ESP account "' || failing || '" is paused because it fails; "' || taking || '" takes over' from locked
)
select distinct lane as id, account_id as "accountId" from locked`;

@Injectable()
export class FailoverRepository {
  constructor(private readonly systemPool: SystemPool) {}

  /** The lanes that have more to send now. `paused` accounts neither keep due mail that has another way out nor are given any. */
  async reroute(paused: readonly string[]): Promise<Lane[]> {
    const { rows } = await this.systemPool.query<Lane>({
      name: 'reroute',
      text: rerouteStatement,
      values: [paused],
    });
    return rows;
  }
}
