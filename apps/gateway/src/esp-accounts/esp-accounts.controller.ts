import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Call } from '@postrider/contracts';
import {
  createEspAccount, deleteEspAccount, espAccountBody, getEspAccount, listEspAccounts, ok, okAnswer, setDefaultEspAccount, updateEspAccount, updateEspAccountBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CallContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';

const listQuery = listEspAccounts.request;
const defaultBody = setDefaultEspAccount.request;

/** SPEC.md section 4, ESP accounts; one by its id is an extension. */
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

  @Endpoint('GET', ':id', 'read', ok.extend({ esp_account: getEspAccount.response }))
  async get(@CallContext() call: Call, @Param('id') esp_id: string) {
    return success({ esp_account: await this.services.call(getEspAccount, call, { esp_id }) });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ esp_account: updateEspAccount.response }))
  async update(@CallContext() call: Call, @Param('id') esp_id: string, @Body({ schema: updateEspAccountBody }) body: z.output<typeof updateEspAccountBody>) {
    return success({ esp_account: await this.services.call(updateEspAccount, call, { ...body, esp_id }) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok)
  async delete(@CallContext() call: Call, @Param('id') esp_id: string) {
    await this.services.call(deleteEspAccount, call, { esp_id });
    return okAnswer;
  }
}
