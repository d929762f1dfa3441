import { Controller } from '@nestjs/common';
import type { ResponseInputOf, RequestContext, RequestOf } from '@postrider/contracts';
import { createComment, deleteComment, listComments } from '@postrider/contracts';
import { Handles } from '@postrider/messaging';
import { CommentsService } from './comments.service.js';

@Controller()
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Handles(listComments)
  list(
    context: RequestContext,
    request: RequestOf<typeof listComments>,
  ): Promise<ResponseInputOf<typeof listComments>> {
    return this.comments.page(context, request);
  }

  @Handles(createComment)
  create(
    context: RequestContext,
    request: RequestOf<typeof createComment>,
  ): Promise<ResponseInputOf<typeof createComment>> {
    return this.comments.create(context, request);
  }

  @Handles(deleteComment)
  async delete(
    context: RequestContext,
    request: RequestOf<typeof deleteComment>,
  ): Promise<ResponseInputOf<typeof deleteComment>> {
    await this.comments.delete(context, request);
    return {};
  }
}
