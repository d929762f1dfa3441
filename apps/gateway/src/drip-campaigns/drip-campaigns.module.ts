import { Module } from '@nestjs/common';
import { DripCampaignsController } from './drip-campaigns.controller.js';

/** Drip campaigns. */
@Module({ controllers: [DripCampaignsController] })
export class DripCampaignsModule {}
