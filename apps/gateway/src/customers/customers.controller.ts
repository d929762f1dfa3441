import { Body, Controller, Param, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  customerBody,
  customerLogsQuery,
  deleteCustomer,
  getCustomer,
  listCustomerLogs,
  ok,
  okAnswer,
  upsertCustomer,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';
import type { CustomerPath } from './customer-path.js';
import { customerPath } from './customer-path.js';

/** See docs/api.md#customers; the logs of one are at docs/api.md#logs. */
@Controller('customers')
export class CustomersController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('POST', '', 'send', ok, {
    summary: 'Add or change a customer',
    description: 'Attributes are added and replaced, never removed.',
    asks: upsertCustomer,
  })
  async upsert(
    @CurrentContext() context: RequestContext,
    @Body({ schema: customerBody }) body: z.output<typeof customerBody>,
  ) {
    await this.services.call(upsertCustomer, context, body);
    return okAnswer;
  }

  @Endpoint('GET', ':email', 'read', ok.extend({ customer: getCustomer.response }), {
    summary: 'Show a customer',
    asks: getCustomer,
  })
  async get(@CurrentContext() context: RequestContext, @Param({ schema: customerPath }) path: CustomerPath) {
    return success({ customer: await this.services.call(getCustomer, context, path) });
  }

  @Endpoint('DELETE', ':email', 'manage', ok, {
    summary: 'Delete a customer',
    description: 'An unknown one is no error.',
    asks: deleteCustomer,
  })
  async delete(@CurrentContext() context: RequestContext, @Param({ schema: customerPath }) path: CustomerPath) {
    await this.services.call(deleteCustomer, context, path);
    return okAnswer;
  }

  @Endpoint('GET', ':email/logs', 'read', ok.extend({ logs: listCustomerLogs.response.describe('Newest first.') }), {
    summary: 'List the logs of a customer',
    description: 'Newest first; mail that is scheduled is among them.',
    asks: listCustomerLogs,
  })
  async listLogs(
    @CurrentContext() context: RequestContext,
    @Param({ schema: customerPath }) path: CustomerPath,
    @Query({ schema: customerLogsQuery }) query: z.output<typeof customerLogsQuery>,
  ) {
    return success({ logs: await this.services.call(listCustomerLogs, context, { ...query, ...path }) });
  }
}
