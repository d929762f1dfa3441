import { Module } from '@nestjs/common';
import { CampaignsHandlers } from './campaigns/campaigns.handlers.js';
import { CampaignsRepository } from './campaigns/campaigns.repository.js';

@Module({ controllers: [CampaignsHandlers], providers: [CampaignsRepository] })
export class DripModule {}
