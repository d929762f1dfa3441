import { outboxEntities } from '@postrider/outbox';
import type { DatabaseDefinition } from '@postrider/service';
import { CampaignEntity, StepEntity } from './campaigns/campaign.entity.js';
import { CountEntity } from './counts/count.entity.js';
import { OptOutEntity, IdempotencyEntity, MembershipEntity } from './memberships/membership.entity.js';
import { dripPersonalData } from './personal-data/personal-data.js';
import { Initial1790000000000 } from './migrations/1790000000000-initial.js';
import { ErasureEntity } from './personal-data/erasure.entity.js';

export const dripDatabase: DatabaseDefinition = {
  schema: 'drip',
  entities: [
    CampaignEntity,
    StepEntity,
    MembershipEntity,
    CountEntity,
    IdempotencyEntity,
    OptOutEntity,
    ErasureEntity,
    ...outboxEntities,
  ],
  personalData: dripPersonalData,
  migrations: [Initial1790000000000],
};
