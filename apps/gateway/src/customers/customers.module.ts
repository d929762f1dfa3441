import { Module } from '@nestjs/common';
import { ConversionsController } from './conversions.controller.js';
import { CustomersController } from './customers.controller.js';
import { ErasuresController } from './erasures.controller.js';

/** Customers, their conversions, and erasure of what is stored about one. */
@Module({ controllers: [CustomersController, ErasuresController, ConversionsController] })
export class CustomersModule {}
