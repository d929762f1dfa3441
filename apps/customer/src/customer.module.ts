import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversionsHandlers } from './conversions/conversions.handlers.js';
import { ConversionsRepository } from './conversions/conversions.repository.js';
import { CustomerEntity } from './customers/customer.entity.js';
import { CustomersHandlers } from './customers/customers.handlers.js';
import { CustomersRepository } from './customers/customers.repository.js';
import { CustomersService } from './customers/customers.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CustomerEntity])],
  controllers: [CustomersHandlers, ConversionsHandlers],
  providers: [CustomersService, CustomersRepository, ConversionsRepository],
})
export class CustomerModule {}
