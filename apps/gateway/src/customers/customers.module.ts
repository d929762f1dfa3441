import { Module } from '@nestjs/common';
import { ConversionsController } from './conversions.controller.js';
import { CustomersController } from './customers.controller.js';
import { ErasuresController } from './erasures.controller.js';

/** Customers, their conversions, and the erasure of personal data. */
@Module({ controllers: [CustomersController, ErasuresController, ConversionsController] })
export class CustomersModule {}
