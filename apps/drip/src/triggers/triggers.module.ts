import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { CountsModule } from '../counts/counts.module.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { TriggersConsumer, TriggersService } from './triggers.service.js';

/** Enrolls the recipients of sends that trigger campaigns. */
@Module({ imports: [CampaignsModule, CountsModule, MembershipsModule], providers: [TriggersConsumer, TriggersService] })
export class TriggersModule {}
