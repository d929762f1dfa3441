import { Module } from '@nestjs/common';
import { CustomersController } from './customers.controller.js';
import { ErasuresController } from './erasures.controller.js';

/** Customers, and erasure of what is stored about one. */
@Module({ controllers: [CustomersController, ErasuresController] })
export class CustomersModule {}
