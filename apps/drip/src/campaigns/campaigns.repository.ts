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

/** A campaign as its members meet it. */
export interface RunningCampaign extends Omit<CampaignEntity, keyof Confirmation> {
  /** In their order. */
  readonly steps: readonly StepEntity[];
}

/** One that nobody else has, and what of it delivery has confirmed. */
export type LockedCampaign = RunningCampaign & Confirmation;

/** Campaigns in one reply, each of at most 100 steps (docs/operate/limits-internal.md#between-services). */
const pageRows = 50;

@Injectable()
export class CampaignsRepository {
  private readonly counted = new CountedRows('drip_campaigns', 'campaigns', 'deleted_at is null');

  constructor(
    private readonly database: DataSource,
    private readonly counts: CountsRepository,
  ) {}

  async list(accountId: string): Promise<DripCampaignResource[]> {
    const { manager } = this.database;
    const [campaigns, steps, counts] = await Promise.all([
      manager.find(CampaignEntity, { where: { accountId, deletedAt: IsNull() }, order: { id: 'ASC' } }),
      manager.findBy(StepEntity, { accountId }),
      this.counts.of(manager, accountId),
    ]);
    return withSteps(campaigns, steps, counts);
  }

  /** The same list from after a campaign on, and after which it goes on, if it does. */
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

  /** Until the transaction ends the campaign stays as it is; many members may meet it at once. */
  async share(tx: EntityManager, accountId: string, id: string): Promise<RunningCampaign | undefined> {
    return (await this.shareAll(tx, [{ accountId, id }]))[0];
  }

  /** Those of these that there are. */
  async shareAll(
    tx: EntityManager,
    wanted: readonly Pick<CampaignEntity, 'accountId' | 'id'>[],
  ): Promise<RunningCampaign[]> {
    const keys = [wanted.map(({ accountId }) => accountId), wanted.map(({ id }) => id)];
    await queue(tx, 'pg_advisory_xact_lock_shared', wanted);
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

  /** Until the transaction ends nobody else changes the campaign or meets it. */
  async lock(tx: EntityManager, accountId: string, id: string): Promise<LockedCampaign | undefined> {
    await queue(tx, 'pg_advisory_xact_lock', [{ accountId, id }]);
    const campaign = await tx.findOne(CampaignEntity, {
      where: { accountId, id },
      lock: { mode: 'pessimistic_write' },
    });
    // Whoever deleted it and was not answered is to find it until delivery has heard of it.
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

  /** Of a campaign that is locked. Steps, when given, take the place of all there were. */
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

  /** Of a campaign that is locked: nobody sees it any more. */
  async delete(tx: EntityManager, { accountId, id, revision, deletedAt }: LockedCampaign): Promise<void> {
    await tx.update(
      CampaignEntity,
      { accountId, id },
      { deletedAt: deletedAt ?? new Date(), confirmed: false, revision: String(Number(revision) + 1) },
    );
  }

  /** Delivery has taken what it was told with this revision; whoever has changed the campaign meanwhile waits for an answer of its own. */
  async confirm(accountId: string, { campaign_id: id, revision }: DripCampaignState): Promise<void> {
    await this.database.manager.update(
      CampaignEntity,
      { accountId, id, revision: String(revision) },
      { confirmed: true, unconfirmedStepIds: [] },
    );
  }

  /** Campaigns and steps of these ids that are stored: the id of a campaign counts only for a step. */
  async findTaken(accountId: string, campaignId: string, stepIds: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.database.query(
      `select id from steps where account_id = $1 and id = any($3::text[] || $2::text)
       union select id from campaigns where account_id = $1 and id = any($3::text[])`,
      [accountId, campaignId, stepIds],
    );
    return rows.map(({ id }) => id);
  }

  /** For each mail its place and an enabled campaign that its template triggers. */
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

  /** Forgets the campaign that was deleted first and that no other replica works on: so many of its members, then itself. Answers whether there was one. */
  forgetDeleted(keptHours: number, maxMembers: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [campaign]: { account_id: string; id: string }[] = await tx.query(
        `select account_id, id from campaigns where deleted_at < now() - make_interval(hours => $1)
         order by deleted_at limit 1 for update skip locked`,
        [keptHours],
      );
      if (!campaign) return false;
      const key = [campaign.account_id, campaign.id];
      const [, forgotten]: [unknown, number] = await tx.query(
        `delete from memberships where (account_id, id) in (select account_id, id from memberships where account_id = $1 and campaign_id = $2 limit $3)`,
        [...key, maxMembers],
      );
      if (forgotten < maxMembers) {
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
  const stepsOf = new Map<string, StepEntity[]>(campaigns.map(({ id }) => [id, []]));
  for (const step of steps) stepsOf.get(step.campaignId)?.push(step);
  return campaigns.map((campaign) =>
    toDripCampaignResource(campaign, stepsOf.get(campaign.id)!, counts.get(campaign.id) ?? noCounts),
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
 * Whoever locks a row waits until nobody shares it, however many come meanwhile; here they stand in line. One order everywhere, or those who take
 * several could wait for each other.
 */
async function queue(
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
