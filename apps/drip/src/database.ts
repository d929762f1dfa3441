import type { DatabaseDefinition } from '@postrider/service';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { StepEntity } from './campaigns/step.entity.js';
import { CreateCampaigns1790000000000 } from './migrations/1790000000000-create-campaigns.js';

export const dripDatabase: DatabaseDefinition = {
  schema: 'drip',
  entities: [CampaignEntity, StepEntity],
  migrations: [CreateCampaigns1790000000000],
};
