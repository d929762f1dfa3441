import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippetsByPage,
  listSnippetUses,
  updateSnippet,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SnippetsService } from './snippets.service.js';

@Controller()
export class SnippetsController {
  constructor(private readonly snippets: SnippetsService) {}

  @Handles(listSnippetsByPage)
  listByPage(
    context: RequestContext,
    request: RequestOf<typeof listSnippetsByPage>,
  ): Promise<ResponseInputOf<typeof listSnippetsByPage>> {
    return this.snippets.page(context, request);
  }

  @Handles(getSnippet)
  get(context: RequestContext, request: RequestOf<typeof getSnippet>): Promise<ResponseInputOf<typeof getSnippet>> {
    return this.snippets.get(context, request);
  }

  @Handles(listSnippetUses)
  uses(
    context: RequestContext,
    request: RequestOf<typeof listSnippetUses>,
  ): Promise<ResponseInputOf<typeof listSnippetUses>> {
    return this.snippets.uses(context, request);
  }

  @Handles(createSnippet)
  create(
    context: RequestContext,
    request: RequestOf<typeof createSnippet>,
  ): Promise<ResponseInputOf<typeof createSnippet>> {
    return this.snippets.create(context, request);
  }

  @Handles(updateSnippet)
  update(
    context: RequestContext,
    request: RequestOf<typeof updateSnippet>,
  ): Promise<ResponseInputOf<typeof updateSnippet>> {
    return this.snippets.update(context, request);
  }

  @Handles(deleteSnippet)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteSnippet>,
  ): Promise<ResponseInputOf<typeof deleteSnippet>> {
    await this.snippets.delete(context, request);
    return {};
  }
}
