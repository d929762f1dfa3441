import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, SystemPool } from '@postrider/service';
import type { DeliveryConfig } from '../config.js';
import type { MessageContent } from '../mail/message-content.js';
import { formatDuration, maxAttempts } from '../attempts/retry-policy.js';
import type { Lane } from '../esp-accounts/lane.js';
import { campaignLaneCondition, espAccountOfLane } from '../esp-accounts/lane.js';
import type { FoundSuppression } from '../suppressions/suppressions.repository.js';
import { selectSuppressions } from '../suppressions/suppressions.repository.js';
import type { Capacities } from './lanes.js';
import { accountShare } from './lanes.js';
import { rankByStatus } from '../logs/log.entity.js';

/**
 * The most lanes that a claim from all lanes reads. If there are more, it claims nothing, and further claims name
 * lanes.
 */
export const maxLanesPerClaim = 96;

/**
 * SQL: the lanes with pending work and the earliest row of each, by one index lookup per lane (loose index scan). All
 * rows of a lane belong to one account. `after` and `max` are SQL: the lane to start after, and the maximum number.
 */
const lanesWithWork = ({ after, max }: { readonly after?: string; readonly max?: string } = {}): string => `
  lanes as (
    (select lane, due_at, account_id, 1 as position from work ${after ? `where lane > ${after} ` : ''}order by lane, due_at limit 1)
    union all
    select next.lane, next.due_at, next.account_id, lanes.position + 1 from lanes cross join lateral (
      select work.lane, work.due_at, work.account_id from work where work.lane > lanes.lane order by work.lane, work.due_at limit 1
    ) as next${max ? ` where lanes.position < ${max}` : ''}
  )`;

export const lanesOfWork = lanesWithWork();

/** SQL: the named lanes that have pending work, each with its free slots and those in use. */
const namedLanes = `
  lanes as (
    select named.lane, first.due_at, first.account_id, 0 as position, named.free, named.in_use
    from unnest($3::text[], $4::int[], $11::int[]) as named (lane, free, in_use) cross join lateral (
      select work.due_at, work.account_id from work where work.lane = named.lane order by work.due_at limit 1
    ) as first
  )`;

/** Bytes of content that a claim reads: it claims many messages, and each may have other content. */
const maxClaimedBytes = 16_384;
/** SQL: the content of a message without a template, if it is short. */
const selectPackedArtifact = (message: string): string =>
  `(select artifacts.content from artifacts where artifacts.account_id = ${message}.account_id and artifacts.id = ${message}.artifact_id and octet_length(artifacts.content) <= ${maxClaimedBytes})`;

/**
 * SQL: the slots of busy and limited lanes, joined to all lanes. Without statistics, a join of two lists compares all
 * pairs.
 */
const slotsOfAll =
  'left join unnest($3::text[], $4::int[], $11::int[]) as lane_slots (lane, free, in_use) on lane_slots.lane = lanes.lane';
/** SQL: the named lanes have their slots already. */
const slotsOfNamed = 'cross join lateral (select lanes.free, lanes.in_use) as lane_slots';

/** A rate limit permits bursts of half a second's email, at least one email. */
const bucketSize = 'greatest(1, rate_per_second / 2)';
const tokensNow = `least(${bucketSize}, rate_tokens + rate_per_second * greatest(0, extract(epoch from now() - rate_refilled_at)))`;

/**
 * Claims due email: per lane the earliest rows, up to its free slots and to the tokens of its ESP account, which all
 * processes share. Rows are then ordered fairly, by lanes within an account and by accounts, fewest slots in use first,
 * while each stays within its share of the slots left free (`Lanes`).
 *
 * - A last token is assigned at random, because any fixed order would always favour the same lane of a small rate. A
 *   bucket that is locked by another process is skipped.
 * - A row with an expired lease belonged to a process that died or froze. It is deferred and logged rather than sent,
 *   because the ESP may have it (docs/operate/faults.md#when-an-email-can-be-sent-twice). It counts as an attempt, so
 *   that a message that crashes processes ends; past the last attempt it is claimed in order to be ended.
 * - The chosen ids are compared as an array, too: the planner then estimates ten rows. From the limit it would estimate
 *   a tenth of all due rows, and read a backlog of a million for each claim.
 * - The number of slots is a subquery, so that the planner keeps the generic plan; planning each claim would cost more
 *   than the claim.
 */
const claim = (lanes: string, slots: string): string => `
with recursive ${lanes}, lane_count as (
  select count(*) > ${maxLanesPerClaim} as too_many from lanes where position > 0
), open as (
  select lanes.lane, lanes.account_id, lanes.${campaignLaneCondition} as campaign,
         least(coalesce(lane_slots.free, $5::int), coalesce(account_slots.free, $5::int), case when lanes.${campaignLaneCondition} then $15::int end) as free,
         coalesce(lane_slots.in_use, 0) as lane_in_use, coalesce(account_slots.in_use, 0) as account_in_use, esp.rate_per_second is not null as rate_limited, esp.id as esp_id
  from lanes
  ${slots}
  left join unnest($12::text[], $13::int[], $14::int[]) as account_slots (account_id, free, in_use) on account_slots.account_id = lanes.account_id
  left join esp_accounts as esp on esp.account_id = lanes.account_id and esp.id = split_part(lanes.lane, ':', 1)
  where lanes.due_at <= now() and coalesce(lane_slots.free, $5::int) > 0 and coalesce(account_slots.free, $5::int) > 0 and (lanes.${campaignLaneCondition}) <= ($15::int > 0)
    and not (select too_many from lane_count)
), buckets as (
  select account_id, id, ${tokensNow} as tokens
  from esp_accounts where (account_id, id) in (select account_id, esp_id from open where rate_limited)
  for no key update skip locked
), due as (
  select open.lane, open.account_id, open.campaign, open.lane_in_use, open.account_in_use, buckets.id as bucket, buckets.tokens, first.message_id, first.due_at, first.abandoned
  from open
  left join buckets on buckets.id = open.esp_id
  cross join lateral (
    select message_id, due_at, lease_token is not null as abandoned from work
    where work.lane = open.lane and due_at <= now() and ($6::boolean or lease_token is null)
    order by due_at, message_id
    limit case when open.rate_limited then least(open.free, floor(coalesce(buckets.tokens, 0))::int) else open.free end
    for update skip locked
  ) as first
), in_lanes as (
  select *, lane_in_use + row_number() over (partition by lane order by due_at, message_id) as rank_in_lane, count(*) over (partition by lane)::int as seen
  from due
), in_buckets as (
  select *, row_number() over (partition by bucket order by rank_in_lane, random()) as rank_in_bucket from in_lanes
), in_accounts as (
  select *, account_in_use + row_number() over (partition by account_id order by rank_in_lane, due_at, message_id) as rank_in_account
  from in_buckets where bucket is null or rank_in_bucket <= tokens
), ranked as (
  select *, (select $1::int) - row_number() over (order by rank_in_account, due_at, message_id) as left_free,
         row_number() over (partition by campaign order by rank_in_account, due_at, message_id) as rank_in_kind
  from in_accounts
), fitting as (
  select *, left_free >= 0 and (rank_in_account = 1 or rank_in_account <= ${accountShare} * left_free) and (rank_in_lane = 1 or rank_in_lane <= ${accountShare} * left_free - rank_in_account)
         and (not campaign or rank_in_kind <= $15) as fits
  from ranked
), chosen as (
  select * from fitting where fits
), spent_tokens as (
  update esp_accounts set rate_tokens = buckets.tokens - used.count, rate_refilled_at = now()
  from buckets join (select bucket, count(*) from chosen group by bucket) as used on used.bucket = buckets.id
  where esp_accounts.account_id = buckets.account_id and esp_accounts.id = buckets.id
), leased as (
  update work set
    lease_token = case when chosen.abandoned and work.attempt < $9::int then null else $2::uuid end,
    due_at = now() + make_interval(secs => case when chosen.abandoned and work.attempt < $9::int then $8::float8 else $7::float8 end),
    attempt = work.attempt + chosen.abandoned::int,
    ambiguous = work.ambiguous or chosen.abandoned
  from chosen where work.message_id = any (array(select message_id from chosen)) and work.message_id = chosen.message_id
  returning work.message_id, work.account_id, work.lane, work.attempt, work.waits, work.ambiguous, work.lease_token is null as deferred, chosen.seen,
            extract(epoch from now() - chosen.due_at)::float8 * 1000 as due_for
), deferral_events as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, message_id, 'failed_to_send', $10::text from leased where deferred
), updated_logs as (
  update logs set status = 'failed_to_send', status_rank = ${rankByStatus.failed_to_send}, message = $10::text
  from leased where leased.deferred and logs.account_id = leased.account_id and logs.id = leased.message_id and logs.status_rank <= ${rankByStatus.failed_to_send}
)
select leased.message_id as id, leased.account_id as "accountId", leased.lane, leased.attempt, leased.waits, leased.ambiguous,
       coalesce(${espAccountOfLane('leased')}, messages.esp_account_id) as "espAccountId", ${espAccountOfLane('leased')} is null as test,
       messages.artifact_id as "artifactId", case when messages.template_id = '' then ${selectPackedArtifact('messages')} end as "packedArtifact", messages.content, messages.template_id as "templateId",
       log.template_name as "templateName", log.version_name as "versionName", log.locale,
       coalesce(${selectSuppressions('messages', 'messages.address_hashes')}, '[]') as suppressed,
       leased.seen, leased.due_for as "dueForMs", exists (select from fitting where not fits) as cut, lane_count.too_many as "tooMany"
from lane_count left join (
  leased join messages_as_sent as messages on messages.account_id = leased.account_id and messages.id = leased.message_id
  left join lateral (
    select template_name, version_name, locale from logs where logs.account_id = leased.account_id and logs.id = leased.message_id limit 1
  ) as log on true
) on not leased.deferred`;

/** Claims from all lanes with pending email, if there are at most `maxLanesPerClaim`. */
const claimAll = claim(lanesWithWork({ max: `${maxLanesPerClaim} + 1` }), slotsOfAll);
const claimNamed = claim(namedLanes, slotsOfNamed);

/** Of the next $2 lanes after $1, finds those with due email, and the last one in any case. */
const scanStatement = `
with recursive ${lanesWithWork({ after: '$1::text', max: '$2::int' })}
select lanes.lane as id, lanes.account_id as "accountId", lanes.due_at <= now() as due, lanes.position,
       extract(epoch from now() - lanes.due_at)::float8 * 1000 as "dueForMs", esp.rate_per_second::float8 as rate, ${tokensNow}::float8 as tokens
from lanes left join esp_accounts as esp
  on lanes.due_at <= now() and esp.account_id = lanes.account_id and esp.id = split_part(lanes.lane, ':', 1) and esp.rate_per_second is not null
where lanes.due_at <= now() or lanes.position = (select max(position) from lanes)
order by lanes.position`;

/** A claimed row with its message. */
export interface ClaimedRow {
  readonly id: string;
  readonly accountId: string;
  readonly lane: string;
  readonly espAccountId: string;
  readonly attempt: number;
  readonly waits: number;
  readonly ambiguous: boolean;
  readonly artifactId: string;
  readonly packedArtifact: Buffer | null;
  readonly templateId: string;
  readonly templateName: string | null;
  readonly versionName: string | null;
  readonly locale: string | null;
  readonly test: boolean;
  readonly content: MessageContent;
  readonly suppressed: readonly FoundSuppression[];
  readonly dueForMs: number;
  /**
   * `seen`: due rows of its lane among the candidates. `cut`: whether candidates of any lane were skipped in favour of
   * others.
   */
  readonly seen: number;
  readonly cut: boolean;
}

export interface Claim {
  readonly rows: readonly ClaimedRow[];
  /** Nothing was claimed, because more than `maxLanesPerClaim` lanes have pending email. */
  readonly tooMany: boolean;
}

/** A lane with due email at the time of the scan. */
export interface DueLane extends Lane {
  readonly dueForMs: number;
  /** Rate limit of its ESP account in emails per second, and the tokens at the time of the scan; null: no limit. */
  readonly rate: number | null;
  readonly tokens: number | null;
}

interface ScannedLane extends DueLane {
  readonly due: boolean;
  readonly position: number;
}

@Injectable()
export class WorkRepository {
  constructor(
    private readonly systemPool: SystemPool,
    @Inject(CONFIG) private readonly config: Pick<
      DeliveryConfig,
      'LEASE_SECONDS' | 'RETRY_DELAYS_SECONDS' | 'UNKNOWN_OUTCOME_WAIT_SECONDS'
    >,
  ) {}

  /**
   * Claims from all lanes with pending email, or with `onlyNamed` only from lanes in `rooms.perLane`. Expired leases
   * are skipped when `claimAbandoned` is false: right after a database outage, their owners may still be alive.
   */
  async claim(capacities: Capacities, leaseToken: string, claimAbandoned: boolean, onlyNamed = false): Promise<Claim> {
    const wait = this.config.UNKNOWN_OUTCOME_WAIT_SECONDS;
    const { rows } = await this.systemPool.query<(ClaimedRow | { readonly id: null }) & Pick<Claim, 'tooMany'>>({
      ...(onlyNamed ? { name: 'claim-named', text: claimNamed } : { name: 'claim', text: claimAll }),
      values: [
        capacities.total,
        leaseToken,
        [...capacities.perLane.keys()],
        [...capacities.perLane.values()].map(({ free }) => free),
        capacities.otherwise,
        claimAbandoned,
        this.config.LEASE_SECONDS,
        wait,
        maxAttempts(this.config),
        `The process that was sending this message stopped before the outcome was known; if no answer arrives within ${formatDuration(wait)} it is sent again with the same Message-ID`,
        [...capacities.perLane.values()].map(({ inUse }) => inUse),
        [...capacities.perAccount.keys()],
        [...capacities.perAccount.values()].map(({ free }) => free),
        [...capacities.perAccount.values()].map(({ inUse }) => inUse),
        capacities.campaigns,
      ],
    });
    const tooMany = rows[0]?.tooMany ?? false;
    return { rows: rows.flatMap(({ tooMany: _tooMany, ...row }) => (row.id === null ? [] : [row])), tooMany };
  }

  /** Those of the next `count` lanes after `after` with due email, and the last of these lanes in any case. */
  async scan(after: string, count: number): Promise<ScannedLane[]> {
    const { rows } = await this.systemPool.query<ScannedLane>({
      name: 'scan-lanes',
      text: scanStatement,
      values: [after, count],
    });
    return rows;
  }
}
