import type { ServiceDefinition } from '@postrider/service';
import { defineConfig, serviceVariables } from '@postrider/service';
import { CustomerModule } from './customer.module.js';
import { customerDatabase } from './database.js';
import { customerRetention } from './retention.js';

export const customerConfig = defineConfig('customer', serviceVariables);

export const customerService: ServiceDefinition = {
  name: 'customer',
  config: customerConfig,
  database: customerDatabase,
  module: CustomerModule,
  retention: () => customerRetention,
};
