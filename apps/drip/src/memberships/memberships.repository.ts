import { Injectable } from '@nestjs/common';
import type { DripMail, DripMailContent, RequestContext } from '@postrider/contracts';
import { addressKey, dripStepReached, newId } from '@postrider/contracts';
import { serializeLossless, parseLossless } from '@postrider/numbers';
import { addToOutbox, outboxRow } from '@postrider/outbox';
import type { EntityManager } from 'typeorm';
import type { RunningCampaign } from '../campaigns/campaigns.repository.js';
import type { StepEntity } from '../campaigns/campaign.entity.js';
import { CountsRepository } from '../counts/counts.repository.js';
import type { ActivationResponse } from './membership.entity.js';

export type RequestOrigin = Pick<RequestContext, 'accountId' | 'requestId'>;

/** A recipient to enroll at the first step of a campaign. */
export interface Enrollment {
  readonly context: RequestOrigin;
  readonly campaign: RunningCampaign;
  readonly test: boolean;
  readonly content: DripMailContent;
  /** Unix seconds. */
  readonly at: number;
}

/** An email to plan: the payload of the event and of the call to delivery. */
export interface ReachedStep {
  readonly context: RequestOrigin;
  readonly mail: DripMail;
}

/** A locked member and its position. */
export interface Member {
  readonly accountId: string;
  readonly id: string;
  readonly campaignId: string;
  readonly test: boolean;
  readonly stepId: string;
  readonly had: readonly string[];
  readonly content: DripMailContent;
}

export interface Advance {
  readonly context: RequestOrigin;
  readonly member: Member;
  readonly campaign: RunningCampaign;
  readonly step: StepEntity;
  /** Unix seconds. */
  readonly dueAt: number;
}

/** Memberships. Each change adds its event to the outbox in the same transaction. */
@Injectable()
export class MembershipsRepository {
  constructor(private readonly counts: CountsRepository) {}

  /** Enrolls recipients; those that are waiting members of the campaign already are skipped. */
  async enter(tx: EntityManager, enrollments: readonly Enrollment[]): Promise<ReachedStep[]> {
    const reached = enrollments.map((enrollment) => {
      const { context, campaign, test, content, at } = enrollment;
      const step = campaign.steps[0]!;
      const member = { id: newId('membership'), campaignId: campaign.id, test, content };
      return { context, mail: toMail(member, campaign, step, at + Number(step.delaySeconds), false) };
    });
    const column = <Value>(value: (step: (typeof reached)[number]) => Value): Value[] => reached.map(value);
    const rows: { id: string }[] = await tx.query(
      `insert into memberships (account_id, id, campaign_id, recipient_key, recipient_address, test, step_id, had, due_at, content)
       select account_id, id, campaign_id, recipient_key, recipient_address, test, step_id, array[step_id], due_at, content
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::bigint[], $9::jsonb[])
         as entering (account_id, id, campaign_id, recipient_key, recipient_address, test, step_id, due_at, content)
       order by account_id, campaign_id, recipient_key, test
       on conflict (account_id, campaign_id, recipient_key, test) where state = 'waiting' do nothing
       returning id`,
      [
        column(({ context }) => context.accountId),
        column(({ mail }) => mail.membership_id),
        column(({ mail }) => mail.campaign_id),
        column(({ mail }) => addressKey(mail.content.recipient.address)),
        column(({ mail }) => mail.content.recipient.address),
        column(({ mail }) => mail.test),
        column(({ mail }) => mail.step_id),
        column(({ mail }) => mail.due_at),
        column(({ mail }) => serializeLossless(mail.content)),
      ],
    );
    const entered = new Set(rows.map(({ id }) => id));
    const fresh = reached.filter(({ mail }) => entered.has(mail.membership_id));
    await this.counts.add(
      tx,
      fresh.map(({ context, mail }) => ({
        accountId: context.accountId,
        campaignId: mail.campaign_id,
        what: 'entered',
      })),
    );
    await addStepsToOutbox(tx, fresh);
    return fresh;
  }

  /**
   * Locks those of these members that are waiting. The state is checked after the lookup by key: with stale statistics
   * the planner would prefer the partial indexes of waiting members and read all of them.
   */
  async lockWaiting(
    tx: EntityManager,
    wanted: readonly { readonly accountId: string; readonly id: string }[],
  ): Promise<Member[]> {
    const members: Member[] = await tx.query(
      `with found as (
         select account_id, id, campaign_id, test, step_id, had, content, state from memberships
         where (account_id, id) in (select * from unnest((select $1::text[]), $2::text[])) order by account_id, id for update
       )
       select account_id as "accountId", id, campaign_id as "campaignId", test, step_id as "stepId", had, content from found where state = 'waiting'`,
      [wanted.map(({ accountId }) => accountId), wanted.map(({ id }) => id)],
    );
    return members.map((member) => ({ ...member, content: parseLossless(member.content) }));
  }

  async advance(tx: EntityManager, advances: readonly Advance[]): Promise<void> {
    if (advances.length === 0) return;
    await tx.query(
      `update memberships set step_id = next.step_id, had = memberships.had || next.step_id, due_at = next.due_at, looked_at = 0
       from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as next (account_id, id, step_id, due_at)
       where memberships.account_id = next.account_id and memberships.id = next.id`,
      [
        advances.map(({ member }) => member.accountId),
        advances.map(({ member }) => member.id),
        advances.map(({ step }) => step.id),
        advances.map(({ dueAt }) => dueAt),
      ],
    );
    await this.publishAgain(tx, advances);
  }

  /** Publishes the current steps of these members again. */
  async publishAgain(tx: EntityManager, reached: readonly Advance[]): Promise<void> {
    await addStepsToOutbox(
      tx,
      reached.map(({ context, member, campaign, step, dueAt }) => ({
        context,
        mail: toMail(member, campaign, step, dueAt, true),
      })),
    );
  }

  async finish(tx: EntityManager, members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    await tx.query(
      `update memberships set state = 'finished', ended_at = now(), content = '{}' where (account_id, id) in (select * from unnest($1::text[], $2::text[]))`,
      [members.map(({ accountId }) => accountId), members.map(({ id }) => id)],
    );
    await this.counts.add(
      tx,
      members.map(({ accountId, campaignId }) => ({ accountId, campaignId, what: 'finished' })),
    );
  }

  /** Ends the waiting memberships of an address, in one campaign or in all, and returns their ids. */
  async leave(
    tx: EntityManager,
    accountId: string,
    recipientKey: string,
    campaignId: string | undefined,
  ): Promise<string[]> {
    const [rows] = (await tx.query(
      `update memberships set state = 'left', ended_at = now(), content = '{}'
       where account_id = $1 and recipient_key = $2 and state = 'waiting' and ($3::text is null or campaign_id = $3)
       returning id, campaign_id as "campaignId"`,
      [accountId, recipientKey, campaignId ?? null],
    )) as [{ id: string; campaignId: string }[], number];
    await this.counts.add(
      tx,
      rows.map((left) => ({ accountId, campaignId: left.campaignId, what: 'left' })),
    );
    return rows.map(({ id }) => id);
  }

  /** Ended memberships of an address whose emails delivery has not confirmed as cancelled. */
  async uncancelled(
    tx: EntityManager,
    accountId: string,
    recipientKey: string,
    campaignId: string | undefined,
  ): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      `select id from memberships where account_id = $1 and recipient_key = $2 and state = 'left' and not cancelled
         and ($3::text is null or campaign_id = $3) order by id`,
      [accountId, recipientKey, campaignId ?? null],
    );
    return rows.map(({ id }) => id);
  }

  async markCancelled(tx: EntityManager, accountId: string, ids: readonly string[]): Promise<void> {
    await tx.query('update memberships set cancelled = true where account_id = $1 and id = any($2::text[])', [
      accountId,
      ids,
    ]);
  }

  /** Locks the Idempotency-Key until the transaction ends. */
  async tryLock(tx: EntityManager, accountId: string, key: string): Promise<boolean> {
    const [{ locked }]: [{ locked: boolean }] = await tx.query(
      `select pg_try_advisory_xact_lock(hashtextextended('idempotency drip ' || $1 || ' ' || $2, 0)) as locked`,
      [accountId, key],
    );
    return locked;
  }

  /** Returns whether this is the first reply to the Idempotency-Key. */
  async remember(
    tx: EntityManager,
    accountId: string,
    idempotency: { readonly key: string; readonly request_hash: string },
    response: ActivationResponse,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into idempotency (account_id, idem_key, request_hash, answer) values ($1, $2, $3, $4) on conflict do nothing returning idem_key`,
      [accountId, idempotency.key, idempotency.request_hash, response],
    );
    return rows.length > 0;
  }
}

const toMail = (
  { id, campaignId, test, content }: Pick<Member, 'id' | 'campaignId' | 'test' | 'content'>,
  campaign: RunningCampaign,
  step: StepEntity,
  dueAt: number,
  recipientKnown: boolean,
): ReachedStep['mail'] => ({
  campaign_id: campaignId,
  campaign_name: campaign.name,
  membership_id: id,
  step_id: step.id,
  template_id: step.templateId,
  template_name: step.templateName,
  due_at: dueAt,
  test,
  recipient_known: recipientKnown,
  content,
});

async function addStepsToOutbox(tx: EntityManager, reached: readonly ReachedStep[]): Promise<void> {
  await addToOutbox(
    tx,
    reached.map(({ context, mail }) => outboxRow(dripStepReached, context, mail)),
  );
}
