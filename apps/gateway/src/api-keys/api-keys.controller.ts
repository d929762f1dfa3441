import { Body, Controller, Param } from '@nestjs/common';
import { ok, okResponse } from '@postrider/contracts';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, Endpoint, success } from '../http/endpoint.js';
import type { ApiKeyBody } from './api-key.js';
import { apiKeyBody, apiKeyResource, newApiKeyResource } from './api-key.js';
import { ApiKeysService } from './api-keys.service.js';

const exampleKey = {
  object: 'api_key',
  id: 'key_01KQV5Xx7GJ8sVJ4mB2cDe',
  kind: 'live',
  name: 'Shop',
  hint: 'live_4Kq',
  created: 1_790_000_000,
};

/** See docs/reference/api-keys.md. */
@Controller('api_keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Endpoint('GET', '', 'administer', z.array(apiKeyResource), {
    summary: 'List API keys',
    examples: { response: [exampleKey] },
  })
  list(@CurrentCaller() caller: Caller) {
    return this.keys.list(caller);
  }

  @Endpoint('POST', '', 'administer', ok.extend({ api_key: newApiKeyResource }), {
    summary: 'Create an API key',
    description: 'This response alone contains the secret.',
    errors: ['quota_exceeded'],
    examples: {
      request: { kind: 'live', name: 'Shop' },
      response: { ...okResponse, api_key: { ...exampleKey, secret: 'live_…' } },
    },
  })
  async create(@CurrentCaller() caller: Caller, @Body({ schema: apiKeyBody }) body: ApiKeyBody) {
    return success({ api_key: await this.keys.create(caller, body) });
  }

  @Endpoint('DELETE', ':id', 'administer', ok, {
    summary: 'Revoke an API key',
    description: 'It stops working within 30 seconds.',
    errors: ['not_found'],
  })
  async revoke(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    await this.keys.revoke(caller, id);
    return okResponse;
  }
}
