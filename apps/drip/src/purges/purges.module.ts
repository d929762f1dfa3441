import { Module } from '@nestjs/common';
import { DeletedCampaignsPurge } from './deleted-campaigns-purge.js';
import { DeparturesPurge } from './departures-purge.js';
import { IdempotencyPurge } from './idempotency-purge.js';

/** What is forgotten by the clock. */
@Module({ providers: [DeletedCampaignsPurge, DeparturesPurge, IdempotencyPurge] })
export class PurgesModule {}
