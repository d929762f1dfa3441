import { Injectable } from '@nestjs/common';
import type { LaneError } from '@postrider/contracts';
import { maxRetriedMails, maxStayingMails } from '@postrider/contracts';
import { SystemPool, TenantPool } from '@postrider/service';
import type { Lane } from '../esp-accounts/lane.js';
import { lanesOfEspAccount } from '../esp-accounts/lane.js';

/** Per ESP account, so that email that cannot be moved does not delay other ESP accounts. */
export const moveBatchSize = 500;

/**
 * Failover: moves email of paused ESP accounts to their fallbacks, both due email and email that failed through the
 * account's fault. Email with an unknown outcome stays, because only its own ESP can detect the duplicate
 * (docs/providers.md#failover).
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
    (select message_id from work where work.lane in ${lanesOfEspAccount('routes')} and due_at <= now() and lease_token is null and not ambiguous limit ${moveBatchSize})
    union
    (select message_id from work where work.lane in ${lanesOfEspAccount('routes')} and account_failed and lease_token is null and not ambiguous limit ${moveBatchSize})
  ) as next
), locked as (
  select work.message_id, work.account_id, waiting.failing, waiting.fallback_id || substr(work.lane, length(waiting.id) + 1) as lane, waiting.taking
  from work join waiting on waiting.message_id = work.message_id and work.lane in ${lanesOfEspAccount('waiting')}
  where work.lease_token is null and not work.ambiguous
  for update of work skip locked
), moved as (
  update work set lane = locked.lane, due_at = now(), account_failed = false
  from locked where work.message_id = locked.message_id
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'queued', 'ESP account "' || failing || '" is paused because it fails; "' || taking || '" takes over' from locked
)
select distinct lane as id, account_id as "accountId" from locked`;

/**
 * Moves email that is not leased and that no provider can have; email that failed through the account's fault becomes
 * due. Unlike failover, a move is permanent: the message gets the other account, whose deletion a lock prevents
 * meanwhile.
 */
const moveStatement = `
with accounts as (
  select esp.id, esp.name as leaving, other.id as other_id, other.name as taking
  from esp_accounts as esp join esp_accounts as other on other.account_id = esp.account_id and other.id = $3
  where esp.account_id = $1 and esp.id = $2 for key share of other
), waiting as (
  select message_id, lane from work where lane = any($4::text[]) and lease_token is null and not ambiguous
  order by lane, due_at limit ${moveBatchSize} for update skip locked
), moved as (
  update work set lane = accounts.other_id || substr(work.lane, length(accounts.id) + 1), account_failed = false,
                  due_at = case when work.account_failed then now() else work.due_at end
  from waiting, accounts where work.message_id = waiting.message_id
  returning work.message_id, work.lane, work.account_id, accounts.other_id, leaving, taking
), reassigned as (
  update messages set esp_account_id = moved.other_id
  from moved where messages.account_id = moved.account_id and messages.id = moved.message_id
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'queued', 'Moved from ESP account "' || leaving || '" to "' || taking || '"' from moved
)
select lane as id, account_id as "accountId", count(*)::int as count from moved group by lane, account_id`;

const stayingStatement = `
select count(*)::int as staying from (select from work where lane = any($1::text[]) limit ${maxStayingMails}) as left_there`;

/** Makes email due that failed through the account's fault, and has each process end its pause. */
const retryStatement = `
with marked as (
  update esp_accounts set retried_at = clock_timestamp(), paused_until = null, pause_error = null where account_id = $1 and id = $2 returning id
), waiting as (
  select message_id from work where lane = any($3::text[]) and account_failed and lease_token is null and not ambiguous and due_at > now()
  limit ${maxRetriedMails} for update skip locked
), due as (
  update work set due_at = now() from waiting where work.message_id = waiting.message_id returning work.lane
)
select (select count(*) from due)::int as due from marked`;

/** Failed emails of a lane among which the last error is looked for. */
const maxFailedRead = 20;

/** Bound of the count per lane (docs/operate/limits.md#failures-logs-and-the-queue). */
const maxCounted = 10_000;

export interface LaneRow {
  readonly lane: string;
  readonly waiting: number;
  readonly due: number;
  readonly oldest: number | null;
  readonly next: number | null;
  readonly failing: boolean;
  readonly error: LaneError | null;
}

/** What any process last found. */
export interface EspAccountState {
  readonly id: string;
  readonly failing: boolean;
  /** In Unix seconds; null when it is not paused. */
  readonly pausedUntil: number | null;
  readonly error: LaneError | null;
}

@Injectable()
export class QueueRepository {
  constructor(
    private readonly systemPool: SystemPool,
    private readonly tenantPool: TenantPool,
  ) {}

  /** Returns the lanes that got email. Fallbacks that are in `paused` themselves get none. */
  async reroute(paused: readonly string[]): Promise<Lane[]> {
    const { rows } = await this.systemPool.query<Lane>({
      name: 'reroute',
      text: rerouteStatement,
      values: [paused],
    });
    return rows;
  }

  /** Returns how many emails each lane got, at most `moveBatchSize` in total. */
  async move(
    accountId: string,
    from: string,
    to: string,
    lanes: readonly string[],
  ): Promise<(Lane & { readonly count: number })[]> {
    const { rows } = await this.tenantPool.query<Lane & { readonly count: number }>(accountId, {
      name: 'move-mail',
      text: moveStatement,
      values: [accountId, from, to, lanes],
    });
    return rows;
  }

  /** Undefined when there is no such ESP account; otherwise how many emails are due now. */
  async retry(accountId: string, id: string, lanes: readonly string[]): Promise<number | undefined> {
    const { rows } = await this.tenantPool.query<{ due: number }>(accountId, {
      name: 'retry-esp-account',
      text: retryStatement,
      values: [accountId, id, lanes],
    });
    return rows[0]?.due;
  }

  /** When someone last asked to retry these ESP accounts, in Unix seconds; 0 for never. */
  async retries(ids: readonly string[]): Promise<{ readonly id: string; readonly retriedAt: number }[]> {
    const { rows } = await this.systemPool.query<{ id: string; retriedAt: number }>({
      name: 'retries-of-esp-accounts',
      text: `select id, coalesce(extract(epoch from retried_at), 0)::float8 as "retriedAt" from esp_accounts where id = any($1::text[])`,
      values: [ids],
    });
    return rows;
  }

  async countStaying(accountId: string, lanes: readonly string[]): Promise<number> {
    const { rows } = await this.tenantPool.query<{ staying: number }>(accountId, {
      name: 'mail-that-stays',
      text: stayingStatement,
      values: [lanes],
    });
    return rows[0]!.staying;
  }

  /** Counts through the index of lanes, without scanning other accounts' email. */
  async pending(accountId: string, builtinLanes: readonly string[], enough: number): Promise<number> {
    const { rows } = await this.systemPool.query<{ pending: number }>({
      name: 'count-pending-mail',
      text: `select count(*)::int as pending from (
               select from (select id as lane from esp_accounts where account_id = $1 union all select unnest($2::text[])) as lanes
               cross join lateral (select from work where work.lane = lanes.lane) as waiting limit $3
             ) as counted`,
      values: [accountId, builtinLanes, enough],
    });
    return rows[0]?.pending ?? 0;
  }

  /** Oldest first. A pause counts as long as a process remembers its failures (`LaneLimits`). */
  async espAccounts(accountId: string): Promise<EspAccountState[]> {
    const { rows } = await this.tenantPool.query<EspAccountState>(accountId, {
      name: 'esp-accounts-of-queue',
      text: `select id, coalesce(paused_until > now() - interval '1 hour', false) as failing, pause_error as error,
               case when paused_until > now() then ceil(extract(epoch from paused_until))::float8 end as "pausedUntil"
             from esp_accounts where account_id = $1 order by created_at, id`,
      values: [accountId],
    });
    return rows;
  }

  /** Reads through the index of lanes, without scanning other accounts' email. */
  async lanes(accountId: string, lanes: readonly string[]): Promise<ReadonlyMap<string, LaneRow>> {
    const { rows } = await this.tenantPool.query<LaneRow>(accountId, {
      name: 'queue-of-account',
      text: `select input.lane, waiting.*, coalesce(last.failing, false) as failing, last.error
             from unnest($1::text[]) as input (lane) cross join lateral (
               select count(*)::int as waiting, (count(*) filter (where due_at <= now() and lease_token is null))::int as due,
                 floor(extract(epoch from min(due_at) filter (where due_at <= now() and lease_token is null)))::float8 as oldest,
                 floor(extract(epoch from min(due_at) filter (where due_at > now() and lease_token is null)))::float8 as next
               from (select due_at, lease_token from work where work.lane = input.lane order by due_at, message_id limit $2) as first
             ) as waiting left join lateral (
               select true as failing, case when at is not null then jsonb_strip_nulls(jsonb_build_object('message', detail, 'code', code, 'at', at)) end as error
               from (select message_id from work where work.lane = input.lane and account_failed limit ${maxFailedRead}) as failed
               left join lateral (
                 select detail, code, floor(extract(epoch from finished_at)) as at from attempts
                 where attempts.account_id = $3 and attempts.message_id = failed.message_id order by attempt desc limit 1
               ) as attempt on true
               order by at desc nulls last limit 1
             ) as last on true`,
      values: [lanes, maxCounted, accountId],
    });
    return new Map(rows.map((row) => [row.lane, row]));
  }
}
