import { Body, Controller, Param, Query } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createEspAccount,
  deleteEspAccount,
  espAccountBody,
  getEspAccount,
  listEspAccounts,
  listEspAccountsByPage,
  ok,
  okAnswer,
  setDefaultEspAccount,
  updateEspAccount,
  updateEspAccountBody,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { listing } from '../http/listing.js';
import { success } from '../http/success.js';

const listQuery = listEspAccounts.request;
const defaultBody = setDefaultEspAccount.request;

/** See docs/api.md#esp-accounts. */
@Controller('esp_accounts')
export class EspAccountsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listEspAccounts.response)
  list(@CurrentContext() context: RequestContext, @Query({ schema: listQuery }) query: z.output<typeof listQuery>) {
    return listing((after) => this.services.call(listEspAccountsByPage, context, { ...query, after }));
  }

  @Endpoint('POST', '', 'manage', ok.extend({ esp_account: createEspAccount.response }))
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: espAccountBody }) body: z.output<typeof espAccountBody>,
  ) {
    return success({ esp_account: await this.services.call(createEspAccount, context, body) });
  }

  @Endpoint('PUT', 'set_default', 'manage', ok.extend({ esp_account: setDefaultEspAccount.response }))
  async setDefault(
    @CurrentContext() context: RequestContext,
    @Body({ schema: defaultBody }) body: z.output<typeof defaultBody>,
  ) {
    return success({ esp_account: await this.services.call(setDefaultEspAccount, context, body) });
  }

  @Endpoint('GET', ':id', 'read', ok.extend({ esp_account: getEspAccount.response }))
  async get(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    return success({ esp_account: await this.services.call(getEspAccount, context, { esp_id }) });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ esp_account: updateEspAccount.response }))
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') esp_id: string,
    @Body({ schema: updateEspAccountBody }) body: z.output<typeof updateEspAccountBody>,
  ) {
    return success({ esp_account: await this.services.call(updateEspAccount, context, { ...body, esp_id }) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok)
  async delete(@CurrentContext() context: RequestContext, @Param('id') esp_id: string) {
    await this.services.call(deleteEspAccount, context, { esp_id });
    return okAnswer;
  }
}
