import type { DatabaseDefinition } from '@postrider/service';
import { CampaignEntity, StepEntity } from './campaigns/campaign.entity.js';
import { IdempotencyEntity, MembershipEntity } from './memberships/membership.entity.js';
import { dripPersonalData } from './personal-data/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';

export const dripDatabase: DatabaseDefinition = {
  schema: 'drip',
  entities: [CampaignEntity, StepEntity, MembershipEntity, IdempotencyEntity],
  personalData: dripPersonalData,
  migrations: [Initial1790000000000],
};
