import { Body, Controller, Param } from '@nestjs/common';
import { okAnswer } from '@postrider/contracts';
import type { Caller } from '../authentication/caller.js';
import { CurrentCaller, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';
import type { ApiKeyBody } from './api-key.js';
import { apiKeyBody } from './api-key.js';
import { ApiKeysService } from './api-keys.service.js';

/** API.md section 10. */
@Controller('api_keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint('GET', '', 'manage')
  list(@CurrentCaller() caller: Caller) {
    return this.keys.list(caller);
  }

  @Endpoint('POST', '', 'manage')
  async create(@CurrentCaller() caller: Caller, @Body({ schema: apiKeyBody }) body: ApiKeyBody) {
    return success({ api_key: await this.keys.create(caller, body) });
  }

  @Endpoint('DELETE', ':id', 'manage')
  async revoke(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.keys.revoke(caller, id);
    return okAnswer;
  }
}
