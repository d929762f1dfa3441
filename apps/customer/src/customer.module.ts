import { Module } from '@nestjs/common';
import { ConversionsModule } from './conversions/conversions.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';

/** Neither exports anything: a conversion finds its customer in the statement that records it. */
@Module({ imports: [ErasuresModule, CustomersModule, ConversionsModule] })
export class CustomerModule {}
