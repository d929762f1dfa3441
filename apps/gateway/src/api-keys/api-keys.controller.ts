import { Body, Controller, Param } from '@nestjs/common';
import { ok, okAnswer } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';
import type { ApiKeyBody } from './api-key.js';
import { apiKeyBody, apiKeyResource, newApiKeyResource } from './api-key.js';
import { ApiKeysService } from './api-keys.service.js';

/** See docs/api.md#api-keys. */
@Controller('api_keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint('GET', '', 'manage', z.array(apiKeyResource))
  list(@CurrentCaller() caller: Caller) {
    return this.keys.list(caller);
  }

  @Endpoint('POST', '', 'manage', ok.extend({ api_key: newApiKeyResource }))
  async create(@CurrentCaller() caller: Caller, @Body({ schema: apiKeyBody }) body: ApiKeyBody) {
    return success({ api_key: await this.keys.create(caller, body) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok)
  async revoke(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.keys.revoke(caller, id);
    return okAnswer;
  }
}
