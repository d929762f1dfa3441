import { Controller } from '@nestjs/common';
import type { AnswerOf, RequestContext, RequestOf } from '@postrider/contracts';
import {
  createSnippet,
  deleteSnippet,
  getSnippet,
  listSnippets,
  listSnippetsByPage,
  listSnippetUses,
  updateSnippet,
} from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SnippetsService } from './snippets.service.js';

@Controller()
export class SnippetsController {
  constructor(private readonly snippets: SnippetsService) {}

  @Handles(listSnippets)
  list(context: RequestContext): Promise<AnswerOf<typeof listSnippets>> {
    return this.snippets.list(context);
  }

  @Handles(listSnippetsByPage)
  listByPage(
    context: RequestContext,
    request: RequestOf<typeof listSnippetsByPage>,
  ): Promise<AnswerOf<typeof listSnippetsByPage>> {
    return this.snippets.page(context, request);
  }

  @Handles(getSnippet)
  get(context: RequestContext, request: RequestOf<typeof getSnippet>): Promise<AnswerOf<typeof getSnippet>> {
    return this.snippets.get(context, request);
  }

  @Handles(listSnippetUses)
  uses(context: RequestContext, request: RequestOf<typeof listSnippetUses>): Promise<AnswerOf<typeof listSnippetUses>> {
    return this.snippets.uses(context, request);
  }

  @Handles(createSnippet)
  create(context: RequestContext, request: RequestOf<typeof createSnippet>): Promise<AnswerOf<typeof createSnippet>> {
    return this.snippets.create(context, request);
  }

  @Handles(updateSnippet)
  update(context: RequestContext, request: RequestOf<typeof updateSnippet>): Promise<AnswerOf<typeof updateSnippet>> {
    return this.snippets.update(context, request);
  }

  @Handles(deleteSnippet)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteSnippet>,
  ): Promise<AnswerOf<typeof deleteSnippet>> {
    await this.snippets.delete(context, request);
    return {};
  }
}
