import type { ServiceDefinition } from '@postrider/service';
import { deliveryConfig } from './config.js';
import { deliveryDatabase } from './database.js';
import { DeliveryModule } from './delivery.module.js';
import { deliveryRetention } from './retention.js';

export const deliveryService: ServiceDefinition<typeof deliveryConfig.schema.shape> = {
  name: 'delivery',
  config: deliveryConfig,
  database: deliveryDatabase,
  module: DeliveryModule,
  retention: () => deliveryRetention,
};
