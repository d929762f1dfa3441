import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { CountsModule } from '../counts/counts.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { TriggersConsumer, TriggersService } from './triggers.service.js';

/** Sends that put their recipients into campaigns. */
@Module({ imports: [CampaignsModule, CountsModule, MembershipsModule], providers: [TriggersConsumer, TriggersService] })
export class TriggersModule {}
