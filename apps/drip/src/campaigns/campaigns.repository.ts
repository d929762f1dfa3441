import { Injectable } from '@nestjs/common';
import type { DripCampaignState, DripCampaignResource, LimitedBy } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import type { EntityManager } from 'typeorm';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import type { Counts } from '../counts/counts.repository.js';
import { CountsRepository, noCounts } from '../counts/counts.repository.js';
import { CampaignEntity, StepEntity } from './campaign.entity.js';
import type { ListedStep } from './step-list.js';

const toDripCampaignResource = (
  campaign: CampaignEntity,
  steps: readonly StepEntity[],
  counts: Counts,
): DripCampaignResource => ({
  object: 'drip_campaign',
  id: campaign.id,
  name: campaign.name,
  enabled: campaign.enabled,
  trigger_email_id: campaign.triggerTemplateId,
  drip_steps: steps
    .toSorted((one, other) => one.position - other.position)
    .map((step) => ({ object: 'drip_step', id: step.id, email_id: step.templateId, delay_seconds: step.delaySeconds })),
  ...counts,
});

export type CampaignChanges = Partial<Pick<CampaignEntity, 'name' | 'enabled' | 'triggerTemplateId'>>;

type Confirmation = Pick<CampaignEntity, 'confirmed' | 'unconfirmedStepIds'>;

export interface RunningCampaign extends Omit<CampaignEntity, keyof Confirmation> {
  /** Ordered by position. */
  readonly steps: readonly StepEntity[];
}

/** A campaign locked for update, with what delivery has confirmed of it. */
export type LockedCampaign = RunningCampaign & Confirmation;

/** Campaigns per reply, each of at most 100 steps (docs/operate/limits-internal.md#between-services). */
const pageRows = 50;

@Injectable()
export class CampaignsRepository {
  private readonly counted = new CountedRows('drip_campaigns', 'campaigns', 'deleted_at is null');

  constructor(
    private readonly database: DataSource,
    private readonly counts: CountsRepository,
  ) {}

  /** One page of the list; `next` is the id to continue after. */
  async page(accountId: string, after = ''): Promise<{ items: DripCampaignResource[]; next?: string }> {
    const { manager } = this.database;
    const found = await manager.find(CampaignEntity, {
      where: { accountId, id: MoreThan(after), deletedAt: IsNull() },
      order: { id: 'ASC' },
      take: pageRows + 1,
    });
    const campaigns = found.slice(0, pageRows);
    const [steps, counts] = await Promise.all([
      manager.findBy(StepEntity, { accountId, campaignId: In(campaigns.map(({ id }) => id)) }),
      this.counts.of(manager, accountId),
    ]);
    const items = withSteps(campaigns, steps, counts);
    return { items, ...(found.length > pageRows ? { next: items.at(-1)!.id } : {}) };
  }

  async find(
    accountId: string,
    id: string,
    within: EntityManager = this.database.manager,
  ): Promise<DripCampaignResource | undefined> {
    const campaign = await within.findOneBy(CampaignEntity, { accountId, id, deletedAt: IsNull() });
    if (!campaign) return undefined;
    const steps = await within.findBy(StepEntity, { accountId, campaignId: id });
    return toDripCampaignResource(campaign, steps, (await this.counts.of(within, accountId, id)).get(id) ?? noCounts);
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(CampaignEntity, { accountId, deletedAt: IsNull() });
  }

  /** Locks the campaign for share until the transaction ends; many members can hold it at the same time. */
  async lockShared(tx: EntityManager, accountId: string, id: string): Promise<RunningCampaign | undefined> {
    return (await this.lockAllShared(tx, [{ accountId, id }]))[0];
  }

  /** Finds the existing ones of these campaigns, and locks them for share. */
  async lockAllShared(
    tx: EntityManager,
    wanted: readonly Pick<CampaignEntity, 'accountId' | 'id'>[],
  ): Promise<RunningCampaign[]> {
    const keys = [wanted.map(({ accountId }) => accountId), wanted.map(({ id }) => id)];
    await acquireAdvisoryLocks(tx, 'pg_advisory_xact_lock_shared', wanted);
    const campaigns: CampaignEntity[] = await tx.query(
      `select account_id as "accountId", id, name, enabled, trigger_template_id as "triggerTemplateId", revision, deleted_at as "deletedAt" from campaigns
       where (account_id, id) in (select * from unnest($1::text[], $2::text[])) and deleted_at is null order by account_id, id for share`,
      keys,
    );
    if (campaigns.length === 0) return [];
    const steps = await tx.find(StepEntity, {
      where: { accountId: In(keys[0]!), campaignId: In(keys[1]!) },
      order: { position: 'ASC' },
    });
    return campaigns.map((campaign) => ({
      ...campaign,
      steps: steps.filter((step) => step.accountId === campaign.accountId && step.campaignId === campaign.id),
    }));
  }

  /** Locks the campaign until the transaction ends, against other changes and against `share`. */
  async lock(tx: EntityManager, accountId: string, id: string): Promise<LockedCampaign | undefined> {
    await acquireAdvisoryLocks(tx, 'pg_advisory_xact_lock', [{ accountId, id }]);
    const campaign = await tx.findOne(CampaignEntity, {
      where: { accountId, id },
      lock: { mode: 'pessimistic_write' },
    });
    // A deleted campaign is found until delivery has confirmed the deletion, so that the caller can repeat it.
    if (!campaign || (campaign.deletedAt && campaign.confirmed)) return undefined;
    const steps = await tx.find(StepEntity, { where: { accountId, campaignId: id }, order: { position: 'ASC' } });
    return { ...campaign, steps };
  }

  /** @throws ServiceError `quota_exceeded` */
  add(
    campaign: Omit<CampaignEntity, 'revision' | 'deletedAt' | keyof Confirmation>,
    steps: readonly ListedStep[],
    limits: LimitedBy,
  ): Promise<DripCampaignResource> {
    return this.counted.add(this.database.manager, { ...limits, accountId: campaign.accountId }, async (tx) => {
      await tx.insert(CampaignEntity, campaign);
      await insertSteps(tx, campaign, steps);
      return (await this.find(campaign.accountId, campaign.id, tx))!;
    });
  }

  /** Changes a locked campaign. Given steps replace all stored ones. */
  async change(
    tx: EntityManager,
    { accountId, id, revision }: LockedCampaign,
    changes: CampaignChanges & Partial<Confirmation>,
    steps: readonly ListedStep[] | undefined,
  ): Promise<DripCampaignResource> {
    await tx.update(CampaignEntity, { accountId, id }, { ...changes, revision: String(Number(revision) + 1) });
    if (steps) {
      await tx.delete(StepEntity, { accountId, campaignId: id });
      await insertSteps(tx, { accountId, id }, steps);
    }
    return (await this.find(accountId, id, tx))!;
  }

  /** Marks a locked campaign as deleted. */
  async delete(tx: EntityManager, { accountId, id, revision, deletedAt }: LockedCampaign): Promise<void> {
    await tx.update(
      CampaignEntity,
      { accountId, id },
      { deletedAt: deletedAt ?? new Date(), confirmed: false, revision: String(Number(revision) + 1) },
    );
  }

  /** Marks this revision as confirmed by delivery. A later revision stays unconfirmed. */
  async confirm(accountId: string, { campaign_id: id, revision }: DripCampaignState): Promise<void> {
    await this.database.manager.update(
      CampaignEntity,
      { accountId, id, revision: String(revision) },
      { confirmed: true, unconfirmedStepIds: [] },
    );
  }

  /** The given ids that are stored already. A campaign id counts only as the id of a step. */
  async findTaken(accountId: string, campaignId: string, stepIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.database.query(
      `select id from steps where account_id = $1 and id = any($3::text[] || $2::text)
       union select id from campaigns where account_id = $1 and id = any($3::text[])`,
      [accountId, campaignId, stepIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Enabled campaigns that the emails' templates trigger, each with the index of its email. */
  triggeredBy(
    tx: EntityManager,
    mails: readonly { readonly accountId: string; readonly templateId: string }[],
  ): Promise<{ place: number; id: string }[]> {
    return tx.query(
      `select (sent.place - 1)::int as place, campaigns.id from unnest($1::text[], $2::text[]) with ordinality as sent (account_id, template_id, place)
       cross join lateral (
         select id from campaigns
         where campaigns.account_id = sent.account_id and trigger_template_id = sent.template_id and enabled and deleted_at is null
       ) as campaigns`,
      [mails.map(({ accountId }) => accountId), mails.map(({ templateId }) => templateId)],
    );
  }

  /**
   * Purges up to `maxMembers` members of the oldest deleted campaign, then the campaign. Returns whether there was one.
   */
  purgeDeleted(retentionHours: number, maxMembers: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [campaign]: { account_id: string; id: string }[] = await tx.query(
        `select account_id, id from campaigns where deleted_at < now() - make_interval(hours => $1)
         order by deleted_at limit 1 for update skip locked`,
        [retentionHours],
      );
      if (!campaign) return false;
      const key = [campaign.account_id, campaign.id];
      const [, purged]: [unknown, number] = await tx.query(
        `delete from memberships where (account_id, id) in (select account_id, id from memberships where account_id = $1 and campaign_id = $2 limit $3)`,
        [...key, maxMembers],
      );
      if (purged < maxMembers) {
        await tx.query('delete from counts where account_id = $1 and campaign_id = $2', key);
        await tx.query('delete from campaigns where account_id = $1 and id = $2', key);
      }
      return true;
    });
  }
}

function withSteps(
  campaigns: readonly CampaignEntity[],
  steps: readonly StepEntity[],
  counts: Awaited<ReturnType<CountsRepository['of']>>,
): DripCampaignResource[] {
  const stepsByCampaign = new Map<string, StepEntity[]>(campaigns.map(({ id }) => [id, []]));
  for (const step of steps) stepsByCampaign.get(step.campaignId)?.push(step);
  return campaigns.map((campaign) =>
    toDripCampaignResource(campaign, stepsByCampaign.get(campaign.id)!, counts.get(campaign.id) ?? noCounts),
  );
}

async function insertSteps(
  tx: EntityManager,
  { accountId, id: campaignId }: Pick<CampaignEntity, 'accountId' | 'id'>,
  steps: readonly ListedStep[],
): Promise<void> {
  await tx.insert(
    StepEntity,
    steps.map((step, position) => ({ ...step, accountId, campaignId, position })),
  );
}

/**
 * With row locks alone, a steady stream of shared locks could starve an exclusive one; advisory locks are granted in
 * order. Locks are always taken in the same order, to avoid deadlocks.
 */
async function acquireAdvisoryLocks(
  tx: EntityManager,
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  campaigns: readonly Pick<CampaignEntity, 'accountId' | 'id'>[],
): Promise<void> {
  await tx.query(
    `select ${lock}(place) from (
       select distinct hashtextextended('campaign ' || account_id || ' ' || id, 0) as place from unnest($1::text[], $2::text[]) as wanted (account_id, id) order by place
     ) as places`,
    [campaigns.map(({ accountId }) => accountId), campaigns.map(({ id }) => id)],
  );
}
