import type { DatabaseDefinition } from '@postrider/service';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { StepEntity } from './campaigns/step.entity.js';
import { CountEntity } from './counts/count.entity.js';
import { DepartureEntity } from './memberships/departure.entity.js';
import { IdempotencyEntity } from './memberships/idempotency.entity.js';
import { MembershipEntity } from './memberships/membership.entity.js';
import { CreateCampaigns1790000000000 } from './migrations/1790000000000-create-campaigns.js';
import { CreateMemberships1790000001000 } from './migrations/1790000001000-create-memberships.js';
import { WallAccounts1795341992414 } from './migrations/1795341992414-wall-accounts.js';
import { ErasePeople1795354413073 } from './migrations/1795354413073-erase-people.js';
import { FindMembersByStep1795378390307 } from './migrations/1795378390307-find-members-by-step.js';
import { RememberDeparturesLonger1795411000013 } from './migrations/1795411000013-remember-departures-longer.js';
import { LookForOverdueMembers1795343491335 } from './migrations/1795343491335-look-for-overdue-members.js';
import { AddLeftToOfOutbox1795412000022 } from './migrations/1795412000022-add-left-to-of-outbox.js';
import { ErasureEntity } from './personal-data/erasure.entity.js';

export const dripDatabase: DatabaseDefinition = {
  schema: 'drip',
  entities: [
    CampaignEntity,
    StepEntity,
    MembershipEntity,
    CountEntity,
    IdempotencyEntity,
    DepartureEntity,
    ErasureEntity,
  ],
  migrations: [
    CreateCampaigns1790000000000,
    CreateMemberships1790000001000,
    WallAccounts1795341992414,
    LookForOverdueMembers1795343491335,
    ErasePeople1795354413073,
    FindMembersByStep1795378390307,
    RememberDeparturesLonger1795411000013,
    AddLeftToOfOutbox1795412000022,
  ],
};
