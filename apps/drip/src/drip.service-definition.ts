import type { ServiceDefinition } from '@postrider/service';
import { defineConfig, serviceVariables } from '@postrider/service';
import { dripDatabase } from './database.js';
import { DripModule } from './drip.module.js';
import { dripRetention } from './retention.js';

export const dripConfig = defineConfig('drip', serviceVariables);

export const dripService: ServiceDefinition = {
  name: 'drip',
  config: dripConfig,
  database: dripDatabase,
  module: DripModule,
  retention: () => dripRetention,
};
