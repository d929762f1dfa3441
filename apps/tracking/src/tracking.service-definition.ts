import type { ServiceDefinition } from '@postrider/service';
import { trackingConfig } from './config.js';
import { trackingDatabase } from './database.js';
import { TrackingModule } from './tracking.module.js';
import { trackingRetention } from './retention.js';

export const trackingService: ServiceDefinition<typeof trackingConfig.schema.shape> = {
  name: 'tracking',
  config: trackingConfig,
  database: trackingDatabase,
  module: TrackingModule,
  retention: trackingRetention,
};
