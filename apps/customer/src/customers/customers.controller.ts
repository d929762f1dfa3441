import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  deleteCustomer,
  ensureCustomer,
  getCustomer,
  listCustomers,
  lookUpCustomer,
  upsertCustomer,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CustomerPagesRepository } from './customers.repository.js';
import { CustomersService } from './customers.service.js';

@Controller()
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly pages: CustomerPagesRepository,
  ) {}

  @Handles(listCustomers)
  list(
    { accountId }: RequestContext,
    query: RequestOf<typeof listCustomers>,
  ): Promise<ResponseInputOf<typeof listCustomers>> {
    return this.pages.page(accountId, query);
  }

  @Handles(getCustomer)
  get(context: RequestContext, { email }: RequestOf<typeof getCustomer>): Promise<ResponseInputOf<typeof getCustomer>> {
    return this.customers.get(context, email);
  }

  @Handles(upsertCustomer)
  async upsert(
    context: RequestContext,
    request: RequestOf<typeof upsertCustomer>,
  ): Promise<ResponseInputOf<typeof upsertCustomer>> {
    await this.customers.upsert(context, request);
    return {};
  }

  @Handles(deleteCustomer)
  async delete(
    context: RequestContext,
    { email }: RequestOf<typeof deleteCustomer>,
  ): Promise<ResponseInputOf<typeof deleteCustomer>> {
    await this.customers.delete(context, email);
    return {};
  }

  @Handles(lookUpCustomer)
  lookUp(
    context: RequestContext,
    { email }: RequestOf<typeof lookUpCustomer>,
  ): Promise<ResponseInputOf<typeof lookUpCustomer>> {
    return this.customers.lookUp(context, email);
  }

  @Handles(ensureCustomer)
  async ensure(
    context: RequestContext,
    { email }: RequestOf<typeof ensureCustomer>,
  ): Promise<ResponseInputOf<typeof ensureCustomer>> {
    return { locale: await this.customers.ensure(context, email) };
  }
}
