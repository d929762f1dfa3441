import { Module } from '@nestjs/common';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { TriggersModule } from './triggers/triggers.module.js';

/** From the top: triggers make memberships, memberships go through campaigns. */
@Module({ imports: [TriggersModule, PersonalDataModule, MembershipsModule, CampaignsModule] })
export class DripModule {}
