import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippets,
  listSnippetsByPage,
  ok,
  okAnswer,
  snippetBody,
  updateSnippet,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { z } from 'zod';
import { CurrentContext, Endpoint } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import { success } from '../http/success.js';

/** See docs/api.md#snippets. */
@Controller('snippets')
export class SnippetsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', listSnippets.response, { summary: 'List snippets', asks: listSnippets })
  list(@CurrentContext() context: RequestContext) {
    return listing(context, (after) => this.services.call(listSnippetsByPage, context, { after }));
  }

  @Endpoint('POST', '', 'manage', ok.extend({ snippet: createSnippet.response }), {
    summary: 'Make a snippet',
    asks: createSnippet,
    body: largeBody,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>,
  ) {
    return success({ snippet: await this.services.call(createSnippet, context, body) });
  }

  @Endpoint('GET', ':id', 'read', getSnippet.response, { summary: 'Show a snippet', asks: getSnippet })
  get(@CurrentContext() context: RequestContext, @Param('id') snippet_id: string) {
    return this.services.call(getSnippet, context, { snippet_id });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ snippet: updateSnippet.response }), {
    summary: 'Change a snippet',
    description: 'Every template that uses it is rebuilt; a change that would break one is refused.',
    asks: updateSnippet,
    body: largeBody,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') snippet_id: string,
    @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>,
  ) {
    return success({ snippet: await this.services.call(updateSnippet, context, { ...body, snippet_id }) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok, {
    summary: 'Delete a snippet',
    description: 'Refused while templates use it.',
    asks: deleteSnippet,
  })
  async delete(@CurrentContext() context: RequestContext, @Param('id') snippet_id: string) {
    await this.services.call(deleteSnippet, context, { snippet_id });
    return okAnswer;
  }
}
