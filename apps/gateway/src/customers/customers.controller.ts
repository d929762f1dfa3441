import { Body, Controller, Param, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  customerBody,
  customerLogsQuery,
  customersQuery,
  deleteCustomer,
  eraseCustomer,
  erasureResource,
  getCustomer,
  listCustomerLogs,
  listCustomers,
  ok,
  okResponse,
  upsertCustomer,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { customerExport, exampleExport, exportCustomer } from './customer-export.js';
import type { CustomerPath, DeletionQuery } from './customer-path.js';
import { customerPath, deletionQuery } from './customer-path.js';

/** See docs/reference/customers.md; for the logs of a customer see docs/reference/logs.md. */
@Controller('customers')
export class CustomersController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('POST', '', 'send', ok, {
    summary: 'Create or change a customer',
    description: 'Attributes are added or replaced, never removed.',
    calls: upsertCustomer,
  })
  async upsert(
    @CurrentContext() context: RequestContext,
    @Body({ schema: customerBody }) body: z.output<typeof customerBody>,
  ) {
    await this.services.call(upsertCustomer, context, body);
    return okResponse;
  }

  @Endpoint('GET', ':email', 'read', ok.extend({ customer: getCustomer.response }), {
    summary: 'Show a customer',
    calls: getCustomer,
  })
  async get(@CurrentContext() context: RequestContext, @Param({ schema: customerPath }) path: CustomerPath) {
    return success({ customer: await this.services.call(getCustomer, context, path) });
  }

  @Endpoint('GET', '', 'read', listCustomers.response, {
    summary: 'Find customers',
    description: 'By address, page by page.',
    calls: listCustomers,
  })
  list(
    @CurrentContext() context: RequestContext,
    @Query({ schema: customersQuery }) query: z.output<typeof customersQuery>,
  ) {
    return this.services.call(listCustomers, context, query);
  }

  @Endpoint('GET', ':email/export', 'manage', customerExport, {
    summary: "Export a person's data",
    description: 'One document, also for an address that is no longer a customer.',
    examples: { response: exampleExport },
  })
  export(@CurrentContext() context: RequestContext, @Param({ schema: customerPath }) { email }: CustomerPath) {
    return exportCustomer(this.services, context, email);
  }

  @Endpoint(
    'DELETE',
    ':email',
    'manage',
    ok.extend({ erasure: erasureResource.optional().describe('Only with `erase=true`.') }),
    {
      summary: 'Delete a customer',
      description: 'An unknown customer is no error. With `erase=true`, the person is erased everywhere.',
      calls: deleteCustomer,
      examples: { response: okResponse },
    },
  )
  async delete(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) path: CustomerPath,
    @Query({ schema: deletionQuery }) { erase }: DeletionQuery,
  ) {
    if (erase === 'true') return success({ erasure: await this.services.call(eraseCustomer, context, path) });
    await this.services.call(deleteCustomer, context, path);
    return okResponse;
  }

  @Endpoint('GET', ':email/logs', 'read', ok.extend({ logs: listCustomerLogs.response.describe('Newest first.') }), {
    summary: 'List the logs of a customer',
    description: 'Newest first, scheduled emails included.',
    calls: listCustomerLogs,
  })
  async listLogs(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) path: CustomerPath,
    @Query({ schema: customerLogsQuery }) query: z.output<typeof customerLogsQuery>,
  ) {
    return success({ logs: await this.services.call(listCustomerLogs, context, { ...query, ...path }) });
  }
}
