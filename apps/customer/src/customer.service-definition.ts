import type { ServiceDefinition } from '@postrider/service';
import { customerConfig } from './config.js';
import { CustomerModule } from './customer.module.js';
import { customerDatabase } from './database.js';
import { customerRetention } from './retention.js';

export const customerService: ServiceDefinition = {
  name: 'customer',
  config: customerConfig,
  database: customerDatabase,
  module: CustomerModule,
  retention: () => customerRetention,
};
