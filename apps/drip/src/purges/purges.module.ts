import { Module } from '@nestjs/common';
import { IdempotencyPurge } from '@postrider/service';
import { DeletedCampaignsPurge } from './deleted-campaigns-purge.js';
import { DeparturesPurge } from './departures-purge.js';

/** What is forgotten by the clock. */
@Module({ providers: [DeletedCampaignsPurge, DeparturesPurge, IdempotencyPurge] })
export class PurgesModule {}
