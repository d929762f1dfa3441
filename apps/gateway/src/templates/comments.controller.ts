import { Body, Controller, Param } from '@nestjs/common';
import type { RequestContext } from '@postrider/contracts';
import {
  commentBody,
  commentResource,
  createComment,
  deleteComment,
  listComments,
  ok,
  okResponse,
} from '@postrider/contracts';
import { ContractClient } from '@postrider/messaging';
import { z } from 'zod';
import type { Caller } from '../http/caller.js';
import { CurrentCaller, CurrentContext, Endpoint, success } from '../http/endpoint.js';
import { listing } from '../http/listing.js';
import { MentionsService } from './mentions.service.js';
import { AuthorsRepository } from './authors.repository.js';
import { withOrWithoutLocale } from './templates.controller.js';
import type { VersionPath } from './versions.controller.js';
import { versionPath } from './versions.controller.js';

const mentioned = z.array(z.string()).describe('The names of the mentioned users, who get an email.');
const commentPath = versionPath.extend({ comment_id: z.string() });

/** See docs/reference/comments.md. */
@Controller('templates')
export class CommentsController {
  constructor(
    private readonly services: ContractClient,
    private readonly authors: AuthorsRepository,
    private readonly mentions: MentionsService,
  ) {}

  @Endpoint('GET', withOrWithoutLocale('/versions/:version_id/comments'), 'read', z.array(commentResource), {
    summary: 'List comments',
    description: 'Oldest first, at most 1000.',
    calls: listComments,
    examples: { response: listComments.examples[0]!.response.items },
  })
  list(@CurrentContext() context: RequestContext, @Param({ schema: versionPath }) path: VersionPath) {
    return listing(context, async (after) => {
      const { items, next } = await this.services.call(listComments, context, { ...path, after });
      return { items: await this.authors.ofComments(context, items), next };
    });
  }

  @Endpoint(
    'POST',
    withOrWithoutLocale('/versions/:version_id/comments'),
    'manage',
    ok.extend({ comment: commentResource, mentioned }),
    {
      summary: 'Comment on a version',
      description: 'Users mentioned as `@name` or `@email` get an email.',
      calls: createComment,
      examples: { response: { ...okResponse, comment: createComment.examples[0]!.response, mentioned: ['Grace'] } },
    },
  )
  async create(
    @CurrentContext() context: RequestContext,
    @CurrentCaller() caller: Caller,
    @Param({ schema: versionPath }) path: VersionPath,
    @Body({ schema: commentBody }) body: z.output<typeof commentBody>,
  ) {
    const created = await this.services.call(createComment, context, { ...body, ...path });
    const [comment] = await this.authors.ofComments(context, [created]);
    return success({ comment, mentioned: await this.mentions.notify(context, caller, path, comment!) });
  }

  @Endpoint('DELETE', withOrWithoutLocale('/versions/:version_id/comments/:comment_id'), 'manage', ok, {
    summary: 'Delete a comment',
    description: 'Only its author can delete it.',
    calls: deleteComment,
  })
  async delete(
    @CurrentContext() context: RequestContext,
    @Param({ schema: commentPath }) path: z.output<typeof commentPath>,
  ) {
    await this.services.call(deleteComment, context, path);
    return okResponse;
  }
}
