import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippetUses,
  listSnippetsByPage,
  ok,
  okResponse,
  snippetBody,
  snippetResource,
  updateSnippet,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { largeBody } from '../http/endpoint-metadata.js';
import { listing } from '../http/listing.js';
import type { Expectation } from '../http/revisions.js';
import { IfMatch, tagged } from '../http/revisions.js';

const usesQuery = z.object({
  cursor: listSnippetUses.request.shape.after.describe('`next_cursor` of the previous page.'),
});

/** See docs/reference/snippets.md. */
@Controller('snippets')
export class SnippetsController {
  constructor(private readonly services: ContractClient) {}

  @Endpoint('GET', '', 'read', z.array(snippetResource), {
    summary: 'List snippets',
    calls: listSnippetsByPage,
    examples: { response: listSnippetsByPage.examples[0]!.response.items },
  })
  list(@CurrentContext() context: RequestContext) {
    return listing(context, (after) => this.services.call(listSnippetsByPage, context, { after }));
  }

  @Endpoint('POST', '', 'manage', ok.extend({ snippet: snippetResource }), {
    summary: 'Create a snippet',
    calls: createSnippet,
    revised: true,
    body: largeBody,
  })
  async create(
    @CurrentContext() context: RequestContext,
    @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return success({ snippet: tagged(response, await this.services.call(createSnippet, context, body)) });
  }

  @Endpoint('GET', ':id', 'read', snippetResource, { summary: 'Show a snippet', calls: getSnippet, revised: true })
  async get(
    @CurrentContext() context: RequestContext,
    @Param('id') snippet_id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return tagged(response, await this.services.call(getSnippet, context, { snippet_id }));
  }

  @Endpoint('GET', ':id/uses', 'read', listSnippetUses.response, {
    summary: 'List the uses of a snippet',
    description: 'The versions that include it, directly or through another snippet.',
    calls: listSnippetUses,
  })
  uses(
    @CurrentContext() context: RequestContext,
    @Param('id') snippet_id: string,
    @Query({ schema: usesQuery }) { cursor }: z.output<typeof usesQuery>,
  ) {
    return this.services.call(listSnippetUses, context, { snippet_id, after: cursor });
  }

  @Endpoint('PUT', ':id', 'manage', ok.extend({ snippet: snippetResource }), {
    summary: 'Change a snippet',
    description: 'All templates that use it are recompiled. A change that would break one is refused.',
    calls: updateSnippet,
    revised: true,
    conditional: true,
    body: largeBody,
  })
  async update(
    @CurrentContext() context: RequestContext,
    @Param('id') snippet_id: string,
    @Body({ schema: snippetBody }) body: z.output<typeof snippetBody>,
    @IfMatch() expectation: Expectation,
    @Res({ passthrough: true }) response: Response,
  ) {
    const snippet = await this.services.call(updateSnippet, context, { ...body, snippet_id, ...expectation });
    return success({ snippet: tagged(response, snippet) });
  }

  @Endpoint('DELETE', ':id', 'manage', ok, {
    summary: 'Delete a snippet',
    description: 'Refused while templates use it.',
    calls: deleteSnippet,
    conditional: true,
  })
  async delete(
    @CurrentContext() context: RequestContext,
    @Param('id') snippet_id: string,
    @IfMatch() expectation: Expectation,
  ) {
    await this.services.call(deleteSnippet, context, { snippet_id, ...expectation });
    return okResponse;
  }
}
