import { Module } from '@nestjs/common';
import { ConversionsModule } from './conversions/conversions.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import type { RetentionRule, ServiceDefinition } from '@postrider/service';
import { defineConfig, olderThan, serviceVariables } from '@postrider/service';
import { customerDatabase } from './database.js';

export const customerRetention: readonly RetentionRule[] = [
  // As long as event ids in the inbox: longer than an event can be in flight, including replayed dead letters.
  {
    table: 'deletions',
    where: `deleted_at < extract(epoch from now() - interval '7 days')`,
    orderBy: 'deleted_at',
    everyMinutes: 60,
    batchSize: 5_000,
  },
  { table: 'erasures', ...olderThan('created_at', '90 days'), everyMinutes: 60, batchSize: 2_000 },
];

@Module({ imports: [ErasuresModule, CustomersModule, ConversionsModule] })
class CustomerModule {}

export const customerConfig = defineConfig('customer', serviceVariables);

export const customerService: ServiceDefinition = {
  name: 'customer',
  config: customerConfig,
  database: customerDatabase,
  module: CustomerModule,
  retention: () => customerRetention,
};
