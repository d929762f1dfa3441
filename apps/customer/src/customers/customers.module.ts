import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { CustomerPagesRepository, CustomersRepository } from './customers.repository.js';
import { CustomerEntity } from './customer.entity.js';
import { CustomersController } from './customers.controller.js';
import { CustomersConsumer, CustomersService } from './customers.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CustomerEntity]), DeletionsModule],
  controllers: [CustomersController],
  providers: [CustomersService, CustomersRepository, CustomerPagesRepository, CustomersConsumer],
})
export class CustomersModule {}
