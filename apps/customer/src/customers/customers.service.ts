import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  CustomerResource,
  lookUpCustomer,
  RequestContext,
  RequestOf,
  upsertCustomer,
} from '@postrider/contracts';
import { addressKey, maxCustomerDataKilobytes, ServiceError } from '@postrider/contracts';
import { DataSource } from 'typeorm';
import { toCustomerResource } from './customer-pages.repository.js';
import { CustomersRepository } from './customers.repository.js';

@Injectable()
export class CustomersService {
  constructor(
    private readonly database: DataSource,
    private readonly customers: CustomersRepository,
  ) {}

  async get(context: RequestContext, email: string): Promise<CustomerResource> {
    const customer = await this.customers.find(context.accountId, addressKey(email));
    if (!customer) throw new ServiceError('not_found', 'Customer not found');
    return toCustomerResource(customer);
  }

  async upsert(context: RequestContext, { email, data, locale }: RequestOf<typeof upsertCustomer>): Promise<void> {
    const maxBytes = maxCustomerDataKilobytes * 1024;
    if (!(await this.customers.merge(context.accountId, addressKey(email), data ?? {}, locale ?? null, maxBytes)))
      throw ServiceError.invalidFields([
        { field: 'data', message: `must be at most ${maxCustomerDataKilobytes} KB with what the customer has already` },
      ]);
  }

  async lookUp(context: RequestContext, email: string): Promise<AnswerOf<typeof lookUpCustomer>> {
    const customer = await this.customers.lookUp(context.accountId, addressKey(email));
    return { known: customer !== undefined, locale: customer?.locale ?? undefined };
  }

  async ensure(context: RequestContext, email: string): Promise<string | undefined> {
    return (await this.customers.ensure(context.accountId, addressKey(email))) ?? undefined;
  }

  async delete(context: RequestContext, email: string): Promise<void> {
    await this.database.transaction((tx) => this.customers.delete(tx, context.accountId, addressKey(email)));
  }
}
