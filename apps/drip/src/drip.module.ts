import { Module } from '@nestjs/common';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { TriggersModule } from './triggers/triggers.module.js';
import type { RetentionRule, ServiceDefinition } from '@postrider/service';
import { defineConfig, idempotencyRetention, serviceVariables } from '@postrider/service';
import { dripDatabase } from './database.js';

const forgetAt = 'coalesce(forget_at, departed_at + 2592000)';

export const dripRetention: readonly RetentionRule[] = [
  idempotencyRetention,
  // Stored for as long as an older send can still trigger an activation.
  {
    table: 'departures',
    where: `${forgetAt} <= extract(epoch from now())`,
    orderBy: forgetAt,
    everyMinutes: 10,
    batchSize: 5_000,
  },
];

@Module({ imports: [TriggersModule, PersonalDataModule, MembershipsModule, CampaignsModule] })
class DripModule {}

export const dripConfig = defineConfig('drip', serviceVariables);

export const dripService: ServiceDefinition = {
  name: 'drip',
  config: dripConfig,
  database: dripDatabase,
  module: DripModule,
  retention: () => dripRetention,
};
