import { Module } from '@nestjs/common';
import { CampaignsController } from './campaigns/campaigns.controller.js';
import { CampaignsRepository } from './campaigns/campaigns.repository.js';
import { CampaignsService } from './campaigns/campaigns.service.js';

@Module({ controllers: [CampaignsController], providers: [CampaignsService, CampaignsRepository] })
export class DripModule {}
