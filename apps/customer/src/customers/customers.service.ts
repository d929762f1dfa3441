import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  CustomerResource,
  lookUpCustomer,
  RequestContext,
  RequestOf,
  upsertCustomer,
} from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { toCustomerResource } from './customer.mapper.js';
import { CustomersRepository } from './customers.repository.js';

/** The one spelling under which an address is kept and looked up. */
export const customerKey = (address: string): string => address.trim().toLowerCase();

@Injectable()
export class CustomersService {
  constructor(private readonly customers: CustomersRepository) {}

  async get(context: RequestContext, email: string): Promise<CustomerResource> {
    const customer = await this.customers.find(context.accountId, customerKey(email));
    if (!customer) throw new ServiceError('not_found', 'Customer not found');
    return toCustomerResource(customer);
  }

  async upsert(context: RequestContext, { email, data, locale }: RequestOf<typeof upsertCustomer>): Promise<void> {
    await this.customers.merge(context.accountId, customerKey(email), data ?? {}, locale ?? null);
  }

  async lookUp(context: RequestContext, email: string): Promise<AnswerOf<typeof lookUpCustomer>> {
    const customer = await this.customers.lookUp(context.accountId, customerKey(email));
    return { known: customer !== undefined, locale: customer?.locale ?? undefined };
  }

  async ensure(context: RequestContext, email: string): Promise<void> {
    await this.customers.ensure(context.accountId, customerKey(email));
  }

  async delete(context: RequestContext, email: string): Promise<void> {
    await this.customers.delete(context.accountId, customerKey(email));
  }
}
