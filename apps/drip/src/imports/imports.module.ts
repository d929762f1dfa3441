import { Module } from '@nestjs/common';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { CountsRepository } from '../counts/counts.repository.js';
import { ImportsService } from './imports.service.js';

/** Imports drip campaigns of another service, for `postrider import`. */
@Module({ providers: [CampaignsRepository, CountsRepository, ImportsService], exports: [ImportsService] })
export class ImportsModule {}
