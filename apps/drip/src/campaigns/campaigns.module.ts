import { Module } from '@nestjs/common';
import { CountsModule } from '../counts/counts.module.js';
import { CampaignsController } from './campaigns.controller.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CampaignsService, DeletedCampaignsPurge } from './campaigns.service.js';

/** Campaigns and their steps, and the effect of changes on waiting emails. */
@Module({
  imports: [CountsModule],
  controllers: [CampaignsController],
  providers: [CampaignsService, CampaignsRepository, DeletedCampaignsPurge],
  exports: [CampaignsRepository],
})
export class CampaignsModule {}
