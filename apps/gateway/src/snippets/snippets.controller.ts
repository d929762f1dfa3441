import { Body, Controller, Param } from '@nestjs/common';
import type { Call } from '@postrider/contracts';
import { createSnippet, deleteSnippet, getSnippet, listSnippets, ok, okAnswer, snippetBody, updateSnippet } from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CallContext, Endpoint } from '../http/endpoint.js';
import { success } from '../http/success.js';

/** SPEC.md section 4, Snippets. */
@Controller('snippets')
export class SnippetsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listSnippets.response)
  list(@CallContext() call: Call) {
    return this.services.call(listSnippets, call, {});
  }

  @Endpoint('POST', '', 'manage', ok.extend({ snippet: createSnippet.response }))
  async create(@CallContext() call: Call, @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>) {
    return success({ snippet: await this.services.call(createSnippet, call, body) });
  }

  @Endpoint('GET', ':id', 'read', getSnippet.response)
  get(@CallContext() call: Call, @Param('id') snippet_id: string) {
    return this.services.call(getSnippet, call, { snippet_id });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ snippet: updateSnippet.response }))
  async update(@CallContext() call: Call, @Param('id') snippet_id: string, @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>) {
    return success({ snippet: await this.services.call(updateSnippet, call, { ...body, snippet_id }) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok)
  async delete(@CallContext() call: Call, @Param('id') snippet_id: string) {
    await this.services.call(deleteSnippet, call, { snippet_id });
    return okAnswer;
  }
}
