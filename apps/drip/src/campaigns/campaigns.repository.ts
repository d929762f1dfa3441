import { Injectable } from '@nestjs/common';
import type { DripCampaignResource, LimitedBy } from '@postrider/contracts';
import { CountedRows } from '@postrider/limits';
import type { EntityManager } from 'typeorm';
import { DataSource, In, MoreThan } from 'typeorm';
import { CampaignEntity } from './campaign.entity.js';
import { toDripCampaignResource } from './campaign.mapper.js';
import { StepEntity } from './step.entity.js';

export type NewStep = Omit<StepEntity, 'accountId' | 'campaignId' | 'position'>;

/** Campaigns in one reply, each of at most 100 steps (docs/limits.md#between-services). */
const pageRows = 50;

@Injectable()
export class CampaignsRepository {
  private readonly counted = new CountedRows('drip_campaigns', 'campaigns');

  constructor(private readonly database: DataSource) {}

  async list(accountId: string): Promise<DripCampaignResource[]> {
    const [campaigns, steps] = await Promise.all([
      this.database.manager.find(CampaignEntity, { where: { accountId }, order: { id: 'ASC' } }),
      this.database.manager.findBy(StepEntity, { accountId }),
    ]);
    return withSteps(campaigns, steps);
  }

  /** The same list from after a campaign on, and after which it goes on, if it does. */
  async page(accountId: string, after = ''): Promise<{ items: DripCampaignResource[]; next?: string }> {
    const found = await this.database.manager.find(CampaignEntity, {
      where: { accountId, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: pageRows + 1,
    });
    const campaigns = found.slice(0, pageRows);
    const campaignId = In(campaigns.map(({ id }) => id));
    const items = withSteps(campaigns, await this.database.manager.findBy(StepEntity, { accountId, campaignId }));
    return { items, ...(found.length > pageRows ? { next: items.at(-1)!.id } : {}) };
  }

  async find(
    accountId: string,
    id: string,
    within: EntityManager = this.database.manager,
  ): Promise<DripCampaignResource | undefined> {
    const campaign = await within.findOneBy(CampaignEntity, { accountId, id });
    return campaign
      ? toDripCampaignResource(campaign, await within.findBy(StepEntity, { accountId, campaignId: id }))
      : undefined;
  }

  count(accountId: string): Promise<number> {
    return this.database.manager.countBy(CampaignEntity, { accountId });
  }

  /** @throws ServiceError `quota_exceeded` */
  add(campaign: CampaignEntity, steps: readonly NewStep[], limits: LimitedBy): Promise<DripCampaignResource> {
    return this.counted.add(this.database.manager, { ...limits, accountId: campaign.accountId }, async (tx) => {
      await tx.insert(CampaignEntity, campaign);
      await insertSteps(tx, campaign, steps);
      return (await this.find(campaign.accountId, campaign.id, tx))!;
    });
  }

  /** Changes what is given; steps, when given, take the place of all there were. Undefined when there is no such campaign. */
  change(
    accountId: string,
    id: string,
    changes: Partial<Pick<CampaignEntity, 'name' | 'enabled' | 'triggerTemplateId'>>,
    steps: readonly NewStep[] | undefined,
  ): Promise<DripCampaignResource | undefined> {
    return this.database.transaction(async (tx) => {
      const known = await tx.findOne(CampaignEntity, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
      if (!known) return undefined;
      if (Object.keys(changes).length > 0) await tx.update(CampaignEntity, { accountId, id }, changes);
      if (steps) {
        await tx.delete(StepEntity, { accountId, campaignId: id });
        await insertSteps(tx, known, steps);
      }
      return this.find(accountId, id, tx);
    });
  }

  async delete(accountId: string, id: string): Promise<boolean> {
    const { affected } = await this.database.manager.delete(CampaignEntity, { accountId, id });
    return affected === 1;
  }
}

function withSteps(campaigns: readonly CampaignEntity[], steps: readonly StepEntity[]): DripCampaignResource[] {
  const stepsOf = new Map<string, StepEntity[]>(campaigns.map(({ id }) => [id, []]));
  for (const step of steps) stepsOf.get(step.campaignId)?.push(step);
  return campaigns.map((campaign) => toDripCampaignResource(campaign, stepsOf.get(campaign.id)!));
}

async function insertSteps(
  tx: EntityManager,
  { accountId, id: campaignId }: CampaignEntity,
  steps: readonly NewStep[],
): Promise<void> {
  await tx.insert(
    StepEntity,
    steps.map((step, position) => ({ ...step, accountId, campaignId, position })),
  );
}
