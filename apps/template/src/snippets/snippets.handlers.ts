import { Controller } from '@nestjs/common';
import type { AnswerOf, Call, RequestOf } from '@postrider/contracts';
import { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { SnippetsService } from './snippets.service.js';

@Controller()
export class SnippetsHandlers {
  constructor(private readonly snippets: SnippetsService) {}

  @Handles(listSnippets)
  list(call: Call): Promise<AnswerOf<typeof listSnippets>> {
    return this.snippets.list(call);
  }

  @Handles(getSnippet)
  get(call: Call, request: RequestOf<typeof getSnippet>): Promise<AnswerOf<typeof getSnippet>> {
    return this.snippets.get(call, request);
  }

  @Handles(createSnippet)
  create(call: Call, request: RequestOf<typeof createSnippet>): Promise<AnswerOf<typeof createSnippet>> {
    return this.snippets.create(call, request);
  }

  @Handles(updateSnippet)
  update(call: Call, request: RequestOf<typeof updateSnippet>): Promise<AnswerOf<typeof updateSnippet>> {
    return this.snippets.update(call, request);
  }

  @Handles(deleteSnippet)
  async delete(call: Call, request: RequestOf<typeof deleteSnippet>): Promise<AnswerOf<typeof deleteSnippet>> {
    await this.snippets.delete(call, request);
    return {};
  }
}
