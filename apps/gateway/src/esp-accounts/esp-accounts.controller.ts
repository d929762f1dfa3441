import { Body, Controller, Query } from '@nestjs/common';
import type { Call } from '@postrider/contracts';
import { createEspAccount, espAccountBody, listEspAccounts, setDefaultEspAccount, ok } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CallContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';

const listQuery = listEspAccounts.request;
const defaultBody = setDefaultEspAccount.request;

/** SPEC.md section 4, ESP accounts. */
@Controller('esp_accounts')
export class EspAccountsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listEspAccounts.response)
  list(@CallContext() call: Call, @Query({ schema: listQuery }) query: z.output<typeof listQuery>) {
    return this.services.call(listEspAccounts, call, query);
  }

  @Endpoint('POST', '', 'manage', ok.extend({ esp_account: createEspAccount.response }))
  async create(@CallContext() call: Call, @Body({ schema: espAccountBody }) body: z.output<typeof espAccountBody>) {
    return success({ esp_account: await this.services.call(createEspAccount, call, body) });
  }

  @Endpoint('PUT', 'set_default', 'manage', ok.extend({ esp_account: setDefaultEspAccount.response }))
  async setDefault(@CallContext() call: Call, @Body({ schema: defaultBody }) body: z.output<typeof defaultBody>) {
    return success({ esp_account: await this.services.call(setDefaultEspAccount, call, body) });
  }
}
