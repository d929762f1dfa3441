import { Module } from '@nestjs/common';
import { DeletionsModule } from '../deletions/deletions.module.js';
import { CustomerPagesRepository } from './customer-pages.repository.js';
import { CustomersConsumer } from './customers.consumer.js';
import { CustomersController } from './customers.controller.js';
import { CustomersRepository } from './customers.repository.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [DeletionsModule],
  controllers: [CustomersController],
  providers: [CustomersService, CustomersRepository, CustomerPagesRepository, CustomersConsumer],
})
export class CustomersModule {}
