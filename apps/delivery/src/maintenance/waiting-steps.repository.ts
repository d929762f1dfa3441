import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import type { MonthlyPartition } from './partitions.repository.js';

interface WaitingStep {
  readonly accountId: string;
  readonly id: string;
  readonly membershipId: string;
  readonly stepId: string;
}

/** Email that is due sooner is not moved; its month is kept until it is sent. */
const farAhead = `interval '1 hour'`;

const findStatement = `
select work.account_id as "accountId", work.message_id as id, content -> 'drip' ->> 'membership_id' as "membershipId", content -> 'drip' ->> 'step_id' as "stepId"
from work join messages on messages.account_id = work.account_id and messages.id = work.message_id
where work.message_id > $1 and work.message_id < $2 and work.message_id >= $3 and work.lease_token is null and work.due_at > now() + ${farAhead}
  and work.attempt = 1 and not work.ambiguous and content ? 'drip'
order by work.message_id limit $4`;

const copy = (table: string, column: string): string => `
  insert into ${table} select renewed.* from moved
  join ${table} on ${table}.account_id = moved.account_id and ${table}.${column} = moved.message_id
  cross join lateral jsonb_populate_record(${table}, jsonb_build_object('${column}', new_id)) as renewed`;
const remove = (table: string, column: string): string => `
  delete from ${table} using moved where ${table}.account_id = moved.account_id and ${table}.${column} = moved.message_id`;

/**
 * Campaign states are locked before emails, as everywhere. Email of a state that is being applied is skipped, because
 * that process relies on the email's id. The locked rows show whether an email was cancelled or dispatched meanwhile.
 */
const renewStatement = `
with input as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as input (account_id, message_id, membership_id, step_id, new_id)
), about as (
  select mails.account_id, mails.membership_id, mails.step_id, unnest(array[mails.campaign_id, mails.step_id, mails.membership_id]) as id
  from drip_mails as mails join input using (account_id, membership_id, step_id)
), states as (
  select account_id, id from drip_orders where (account_id, id) in (select account_id, id from about) and settled
  order by account_id, id for no key update skip locked
), busy as (
  select about.account_id, about.membership_id, about.step_id from about join drip_orders using (account_id, id)
  where (account_id, id) not in (select account_id, id from states)
), pending as (
  select mails.account_id, mails.membership_id, mails.step_id, mails.message_id, input.new_id
  from drip_mails as mails join input using (account_id, membership_id, step_id, message_id)
  where (select count(*) from states) >= 0 and mails.state <> 'cancelled'
    and (mails.account_id, mails.membership_id, mails.step_id) not in (select account_id, membership_id, step_id from busy)
  order by mails.account_id, mails.membership_id, mails.step_id for update of mails
), moved as (
  update work set message_id = new_id from pending
  where work.message_id = pending.message_id and work.lease_token is null and work.due_at > now() and work.attempt = 1
  returning pending.*
), renamed as (
  update drip_mails set message_id = new_id from moved
  where drip_mails.account_id = moved.account_id and drip_mails.membership_id = moved.membership_id and drip_mails.step_id = moved.step_id
), new_logs as (${copy('logs', 'id')}
), new_messages as (${copy('messages', 'id')}
), new_events as (${copy('log_events', 'log_id')}
), old_logs as (${remove('logs', 'id')}
), old_messages as (${remove('messages', 'id')}
), old_events as (${remove('log_events', 'log_id')}
)
select from moved`;

/**
 * Campaign email that waits longer than the retention of the month in which it was planned
 * (docs/operate/configure.md#data-retention).
 */
@Injectable()
export class WaitingStepsRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Moves at most `limit` waiting emails of the month, after the id `after`, to the month of `now`: with a new id and
   * everything stored for them. Returns the last id that it read; undefined at the end.
   */
  async renew(
    { from, before }: MonthlyPartition,
    now: Date,
    after: string,
    limit: number,
  ): Promise<string | undefined> {
    const steps: WaitingStep[] = await this.database.query(findStatement, [after, before, from, limit]);
    if (steps.length === 0) return undefined;
    await this.database.query(renewStatement, [
      steps.map(({ accountId }) => accountId),
      steps.map(({ id }) => id),
      steps.map(({ membershipId }) => membershipId),
      steps.map(({ stepId }) => stepId),
      steps.map(() => newId('log', now.getTime())),
    ]);
    return steps.length === limit ? steps.at(-1)!.id : undefined;
  }
}
