import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  RequestContext,
  RequestOf,
  TestClock,
  advanceTestClock,
  createTestClock,
} from '@postrider/contracts';
import { addressKey, newId, ServiceError, notFound } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import { DataSource } from 'typeorm';
import { toDripLane, toLane } from '../esp-accounts/lane.js';

/** Pending test emails of the account that are read, earliest first, to find those of the recipients. */
const maxRead = 10_000;
/** Emails that one step makes due. */
const maxReleased = 500;

type Email = ResponseInputOf<typeof advanceTestClock>['emails'][number];

const now = 'extract(epoch from clock_timestamp())::float8';

type Row = Omit<TestClock, 'object'>;

/**
 * CTEs of clocks ($1: the account, $2: its lanes of test emails) and of the pending emails of their recipients, each with
 * the time when it is due on the clock. Scheduled email has an absolute time; the delay of a campaign's step counts from
 * the real time, which the clock is ahead of. An address is on one clock.
 */
const clocksAnd = (condition = 'true'): string => `
with clocks as (
  select *, ${now} + ahead_seconds as time from test_clocks where account_id = $1 and ${condition}
), pending as (
  select clocks.id as clock_id, work.message_id, work.due_at > now() and work.lease_token is null as waits,
         scheduled.at is null as relative, coalesce(scheduled.at, extract(epoch from work.due_at)::float8 + clocks.ahead_seconds) as due
  from unnest($2::text[]) as lanes (lane) cross join lateral (
    select message_id, due_at, lease_token, account_id from work
    where work.lane = lanes.lane and due_at < 'infinity' order by due_at, message_id limit ${maxRead}
  ) as work
  join logs on logs.account_id = work.account_id and logs.id = work.message_id
  join (select id, unnest(recipient_keys) as recipient_key from clocks) as recipients using (recipient_key)
  join clocks on clocks.id = recipients.id
  join messages on messages.account_id = work.account_id and messages.id = work.message_id
  cross join lateral (
    select case when not messages.content ? 'drip' then (messages.content ->> 'send_at')::float8 end as at
  ) as scheduled
  where work.account_id = $1
)`;

/** Prefix of the event of a log whose email the clock made due. */
const dueText = 'Due on the test clock at ';

const shown = (condition?: string): string => `${clocksAnd(condition)}
select id, name, recipients, floor(time) as time, ceil(min(due) filter (where waits)) as next_due,
       floor(extract(epoch from created_at))::float8 as created
from clocks left join pending on pending.clock_id = clocks.id
group by id, name, recipients, time, created_at order by id desc`;

/**
 * Advances the clock to the next due email or to `$4`, and makes the email due that is due then. Other email of
 * campaigns becomes due earlier by the same time.
 */
const advanceStatement = `${clocksAnd('id = $3')}, waiting as (
  select * from pending where waits
), target as (
  select time as start, greatest(time, least($4::float8, (select min(due) from waiting))) as time from clocks
), released as (
  select message_id, due from waiting, target where due <= target.time and due <= $4::float8 order by due, message_id limit ${maxReleased}
), moved as (
  update work set due_at = case when released.message_id is not null then now() else work.due_at - make_interval(secs => target.time - target.start) end
  from target, waiting left join released using (message_id)
  where work.message_id = waiting.message_id and work.lease_token is null and (waiting.relative or released.message_id is not null)
  returning work.message_id, work.account_id, released.due
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message)
  select logs.account_id, logs.id, logs.status, '${dueText}' || to_char(to_timestamp(due) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')
  from moved join logs on logs.account_id = moved.account_id and logs.id = moved.message_id where due is not null
), advanced as (
  update test_clocks set ahead_seconds = test_clocks.ahead_seconds + target.time - target.start from target where account_id = $1 and id = $3
)
select logs.id as log_id, logs.recipient_address, ceil(due) as due
from moved join logs on logs.account_id = moved.account_id and logs.id = moved.message_id
where due is not null order by moved.due, logs.id`;

/**
 * The test emails to the recipients that were due at once, such as steps without a delay, since the last call. Those
 * that the clock made due have an event that names it.
 */
const immediateStatement = `
with clock as (
  select recipient_keys, seen_log_id, ceil(${now} + ahead_seconds) as time from test_clocks where account_id = $1 and id = $2
), sent as (
  select logs.id, logs.recipient_address, clock.time from clock join logs on logs.account_id = $1 and logs.recipient_key = any(clock.recipient_keys)
  where logs.test and logs.id > clock.seen_log_id and not exists (select from work where work.message_id = logs.id)
  order by logs.id limit ${maxReleased}
), seen as (
  update test_clocks set seen_log_id = (select max(id) from sent) where account_id = $1 and id = $2 and exists (select from sent)
)
select id as log_id, recipient_address, time as due from sent
where not exists (select from log_events where log_events.account_id = $1 and log_events.log_id = sent.id and log_events.message like '${dueText}%')
order by id`;

/** Whether email of the recipients is being sent, or a campaign has not planned the email of a step. */
const busyStatement = `${clocksAnd('id = $3')}
select exists (select from pending where not waits)
    or exists (select from unnest($4::text[], $5::text[]) as member (membership_id, step_id) where not exists (
         select from drip_mails join work using (message_id)
         where drip_mails.account_id = $1 and drip_mails.membership_id = member.membership_id and drip_mails.step_id = member.step_id)) as busy`;

const getLaneIds = (accountId: string): string[] => {
  const lane = toLane(accountId, '', true);
  return [lane.id, toDripLane(lane).id];
};

@Injectable()
export class TestClocksRepository {
  private readonly counted = new CountedRows('test_clocks');

  constructor(private readonly database: DataSource) {}

  /** @throws ServiceError `in_use` if an address is on another clock, `quota_exceeded` */
  async add(context: RequestContext, { recipients, name = '' }: RequestOf<typeof createTestClock>): Promise<TestClock> {
    const { accountId } = context;
    const id = newId('testClock');
    const keys = [...new Set(recipients.map(addressKey))];
    await this.counted.add(this.database.manager, context, async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`test clocks of ${accountId}`]);
      const [other] = await tx.query<{ id: string; key: string }[]>(
        `select id, (select key from unnest(recipient_keys) as key where key = any($2::text[]) limit 1) as key
         from test_clocks where account_id = $1 and recipient_keys && $2::text[] limit 1`,
        [accountId, keys],
      );
      if (other) throw new ServiceError('in_use', `${other.key} is already on the test clock ${other.id}`);
      await tx.query(
        'insert into test_clocks (account_id, id, name, recipients, recipient_keys, seen_log_id) values ($1, $2, $3, $4, $5, $6)',
        [accountId, id, name, recipients, keys, newId('log')],
      );
    });
    return this.get(accountId, id);
  }

  async list(accountId: string): Promise<TestClock[]> {
    const rows = await this.database.query<Row[]>(shown(), [accountId, getLaneIds(accountId)]);
    return rows.map(toResource);
  }

  async count(accountId: string): Promise<number> {
    const [{ clocks }] = await this.database.query<[{ clocks: number }]>(
      'select count(*)::int as clocks from test_clocks where account_id = $1',
      [accountId],
    );
    return clocks;
  }

  /** @throws ServiceError `not_found` */
  async get(accountId: string, id: string): Promise<TestClock> {
    const [row] = await this.database.query<Row[]>(shown('id = $3'), [accountId, getLaneIds(accountId), id]);
    if (!row) notFound('Test clock');
    return toResource(row);
  }

  /** @throws ServiceError `not_found` */
  async delete(accountId: string, id: string): Promise<void> {
    const [deleted] = await this.database.query<[unknown[], number]>(
      'delete from test_clocks where account_id = $1 and id = $2 returning id',
      [accountId, id],
    );
    if (deleted.length === 0) notFound('Test clock');
  }

  /** `members`: memberships that wait for the email of a step. */
  async isBusy(
    accountId: string,
    id: string,
    members: readonly { readonly membership_id: string; readonly step_id: string }[],
  ): Promise<boolean> {
    const [{ busy }] = await this.database.query<[{ busy: boolean }]>(busyStatement, [
      accountId,
      getLaneIds(accountId),
      id,
      members.map(({ membership_id }) => membership_id),
      members.map(({ step_id }) => step_id),
    ]);
    return busy;
  }

  /** The emails that were sent at once since the last call. */
  async immediate(accountId: string, id: string): Promise<Email[]> {
    return this.database.query(immediateStatement, [accountId, id]);
  }

  /** Returns the emails that became due; none when the clock has reached `to`. */
  async advance(accountId: string, id: string, to: number): Promise<Email[]> {
    return this.database.transaction(async (tx) => {
      await tx.query('select from test_clocks where account_id = $1 and id = $2 for update', [accountId, id]);
      return tx.query<Email[]>(advanceStatement, [accountId, getLaneIds(accountId), id, to]);
    });
  }
}

const toResource = (row: Row): TestClock => ({ object: 'test_clock', ...row });
