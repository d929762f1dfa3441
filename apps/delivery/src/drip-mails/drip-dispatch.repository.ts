import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { DripMark } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';
import { rankByStatus } from '../logs/log.entity.js';
import type { MessageTracking } from '../tracking/mail-tracking.js';

/**
 * The template version chosen for a due email. Its log keeps it from dispatch on, so that later attempts send the same
 * content (docs/adr/0028-chosen-versions-in-logs.md).
 */
export interface ChosenVersion {
  readonly artifactId: string;
  readonly versionId: string;
  readonly templateName: string;
  readonly versionName: string;
  readonly locale: string;
  /** Time of the choice, which is the email's date: Unix seconds. */
  readonly at: number;
  readonly tracking?: MessageTracking | undefined;
}

export interface DripDispatch extends DripMark {
  readonly accountId: string;
  readonly messageId: string;
  readonly leaseToken: string;
  /** Absent when an earlier attempt chose the version. */
  readonly chosen?: ChosenVersion | undefined;
}

const heldText = 'Due; it waits because its campaign is disabled';

/**
 * The last step before a campaign's email is given to a provider. It and a cancellation both lock the email's row, so
 * the first one wins; campaign states are locked before emails, as everywhere, which `pending` enforces by counting
 * `states`.
 *
 * - Email of a paused or ended campaign is parked (due at infinity). An ended state becomes unsettled again from this
 *   email on.
 * - A cancelled email has no work row any more, and a worker that lost its lease dispatches nothing.
 * - A state that was committed while this waited for a lock is invisible to the statement's snapshot. `late` finds it
 *   with the emails locked, and the dispatch is repeated.
 */
const dispatchStatement = `
with input as (
  select * from unnest((select $1::text[]), $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[], $8::text[], $9::text[], $10::text[])
    as input (account_id, id, membership_id, step_id, campaign_id, token, chosen, template_name, version_name, locale)
), states as (
  select account_id, id, state from drip_orders
  where (account_id, id) in (select account_id, unnest(array[campaign_id, step_id, membership_id]) from input) and state <> 'running'
  order by account_id, id for no key update
), pending as (
  select mails.account_id, mails.membership_id, mails.step_id, mails.state from drip_mails as mails
  where (select count(*) from states) >= 0
    and (mails.account_id, mails.membership_id, mails.step_id) in (select account_id, membership_id, step_id from input)
  order by mails.account_id, mails.membership_id, mails.step_id for update
), late as (
  select late.account_id, late.id from (select count(*) as mails from pending) as locked
  cross join lateral drip_orders_now(case when locked.mails >= 0 then $1::text[] || $1::text[] || $1::text[] end, $5::text[] || $4::text[] || $3::text[]) as late
), decided as (
  select input.*, case
    when pending.state is null or pending.state = 'cancelled' then 'cancelled'
    when exists (select from states where states.account_id = input.account_id and states.state = 'ended' and states.id in (campaign_id, input.step_id, input.membership_id)) then 'ended'
    when exists (select from states where states.account_id = input.account_id and states.state = 'paused' and states.id = campaign_id) then 'paused'
    when exists (select from late where late.account_id = input.account_id and late.id in (campaign_id, input.step_id, input.membership_id)) then 'late'
    else 'go' end as verdict
  from input left join pending using (account_id, membership_id, step_id)
), leased as (
  select decided.* from decided join work on work.message_id = decided.id and work.lease_token = decided.token where verdict <> 'late'
), marked as (
  update drip_mails set handed = case when verdict = 'go' then token else handed end, state = case when verdict = 'go' then 'waiting' else 'held' end
  from leased where verdict <> 'cancelled' and drip_mails.account_id = leased.account_id
    and drip_mails.membership_id = leased.membership_id and drip_mails.step_id = leased.step_id
), parked as (
  update work set lease_token = null, due_at = 'infinity'
  from leased where verdict in ('paused', 'ended') and work.message_id = leased.id and work.lease_token = leased.token
), reopened_states as (
  update drip_orders set settled = false, settled_to = case when settled then first.before else least(settled_to, first.before) end
  from (
    select states.account_id, states.id, left(min(leased.id collate "C"), -1) as before from leased join states using (account_id)
    where verdict = 'ended' and states.state = 'ended' and states.id in (leased.campaign_id, leased.step_id, leased.membership_id)
    group by states.account_id, states.id
  ) as first
  where drip_orders.account_id = first.account_id and drip_orders.id = first.id
), updated_logs as (
  update logs set
    status = case when verdict = 'go' and logs.status_rank <= ${rankByStatus.queued} then 'queued' else status end,
    status_rank = case when verdict = 'go' then greatest(logs.status_rank, ${rankByStatus.queued}) else status_rank end,
    message = case when logs.status_rank > ${rankByStatus.queued} then logs.message when verdict = 'go' then 'Queued for delivery' else '${heldText}' end,
    chosen = case when verdict = 'go' then leased.chosen else logs.chosen end,
    template_name = case when verdict = 'go' then leased.template_name else logs.template_name end,
    version_name = case when verdict = 'go' then leased.version_name else logs.version_name end,
    locale = case when verdict = 'go' then leased.locale else logs.locale end
  from leased where (verdict = 'paused' or (verdict = 'go' and leased.chosen is not null))
    and logs.account_id = leased.account_id and logs.id = leased.id
), inserted_log_events as (
  insert into log_events (account_id, log_id, type, message)
  select account_id, id, case verdict when 'go' then 'queued' else 'triggered' end, case verdict when 'go' then 'Queued for delivery' else '${heldText}' end
  from leased where verdict = 'paused' or (verdict = 'go' and chosen is not null)
)
select id, verdict from leased where verdict = 'go' union all select id, verdict from decided where verdict = 'late'`;

/** The JSON that `messages_as_sent` merges into the planned content. */
const chosenJson = ({ artifactId, versionId, at, tracking }: ChosenVersion): string =>
  JSON.stringify({ artifact_id: artifactId, version_id: versionId, send_at: at, tracking });

type Verdict = 'go' | 'late' | 'no';

const maxRepetitions = 5;

@Injectable()
export class DripDispatchRepository {
  /** Concurrent attempts share a statement. */
  private readonly requests = new Batcher<DripDispatch, Verdict>((mails) => this.decide(mails), {
    batch: 200,
    concurrent: 2,
  });

  constructor(private readonly systemPool: SystemPool) {}

  /**
   * True: the email is in flight, and a cancellation waits for its outcome. False: this attempt has nothing more to do.
   */
  async dispatch(mail: DripDispatch): Promise<boolean> {
    for (let repeated = 0; repeated <= maxRepetitions; repeated++) {
      const decision = await this.requests.add(mail);
      if (decision !== 'late') return decision === 'go';
    }
    throw new Error('The state of the campaign kept changing');
  }

  private async decide(mails: readonly DripDispatch[]): Promise<Verdict[]> {
    const column = <Value>(value: (mail: DripDispatch) => Value): Value[] => mails.map(value);
    const { rows } = await this.systemPool.query<{ id: string; verdict: 'go' | 'late' }>({
      name: 'dispatch-drip-mails',
      text: dispatchStatement,
      values: [
        column(({ accountId }) => accountId),
        column(({ messageId }) => messageId),
        column(({ membership_id }) => membership_id),
        column(({ step_id }) => step_id),
        column(({ campaign_id }) => campaign_id),
        column(({ leaseToken }) => leaseToken),
        column(({ chosen }) => (chosen ? chosenJson(chosen) : null)),
        column(({ chosen }) => chosen?.templateName ?? null),
        column(({ chosen }) => chosen?.versionName ?? null),
        column(({ chosen }) => chosen?.locale ?? null),
      ],
    });
    const verdicts = new Map(rows.map(({ id, verdict }) => [id, verdict]));
    return mails.map(({ messageId }) => verdicts.get(messageId) ?? 'no');
  }
}
