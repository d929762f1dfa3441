import type { ServiceDefinition } from '@postrider/service';
import { dripConfig } from './config.js';
import { dripDatabase } from './database.js';
import { DripModule } from './drip.module.js';
import { dripRetention } from './retention.js';

export const dripService: ServiceDefinition = {
  name: 'drip',
  config: dripConfig,
  database: dripDatabase,
  module: DripModule,
  retention: () => dripRetention,
};
