import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  ResponseInputOf,
  CommentResource,
  createComment,
  deleteComment,
  listComments,
  RequestContext,
  RequestOf,
} from '@postrider/contracts';
import { newId, ServiceError, toTimestamp, notFound } from '@postrider/contracts';
import { DataSource, MoreThan } from 'typeorm';
import { StoredContent } from '../limits/usage.repository.js';
import { LocalesService } from '../locales/locales.service.js';
import { EditTransactions } from '../transactions/edit-transactions.js';
import { CommentEntity } from './comment.entity.js';
import { VersionsRepository } from './versions.repository.js';

/** Per version (docs/operate/limits.md#fields). */
const maxComments = 1_000;
/** At most 5,000 characters each, so that a page fits into a message. */
const pageSize = 100;

/** Comments on versions (docs/reference/comments.md). */
@Injectable()
export class CommentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: EditTransactions,
    private readonly locales: LocalesService,
    private readonly versions: VersionsRepository,
    private readonly stored: StoredContent,
  ) {}

  /** Oldest first. */
  async page(
    { accountId }: RequestContext,
    { template_id, locale, version_id, after = '' }: RequestOf<typeof listComments>,
  ): Promise<ResponseInputOf<typeof listComments>> {
    const version = await this.versions.find(accountId, template_id, locale, version_id);
    if (!version) notFound('Version');
    const found = await this.database.manager.find(CommentEntity, {
      where: { accountId, versionId: version.id, id: MoreThan(after) },
      order: { id: 'asc' },
      take: pageSize + 1,
    });
    const page = found.slice(0, pageSize);
    return { items: page.map(toResource), ...(found.length > pageSize && { next: page.at(-1)!.id }) };
  }

  create(
    context: RequestContext,
    { template_id, locale, version_id, text }: RequestOf<typeof createComment>,
  ): Promise<CommentResource> {
    return this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      const ofVersion = { accountId: context.accountId, versionId: version.id };
      if ((await tx.countBy(CommentEntity, ofVersion)) >= maxComments)
        throw new ServiceError('invalid_request', `Invalid request: a version has at most ${maxComments} comments`);
      await this.stored.admit(tx, context, Buffer.byteLength(text));
      const key = { ...ofVersion, id: newId('comment') };
      await tx.insert(CommentEntity, { ...key, text, createdBy: context.callerId ?? null });
      return toResource(await tx.findOneByOrFail(CommentEntity, key));
    });
  }

  async delete(
    context: RequestContext,
    { template_id, locale, version_id, comment_id }: RequestOf<typeof deleteComment>,
  ): Promise<void> {
    await this.transactions.run(context, { snippets: 'shared' }, async (tx) => {
      const localeKey = await this.locales.lock(tx, context, template_id, locale);
      const version = (await this.versions.findIn(tx, localeKey, version_id)) ?? notFound('Version');
      const key = { accountId: context.accountId, versionId: version.id, id: comment_id };
      const comment = (await tx.findOneBy(CommentEntity, key)) ?? notFound('Comment');
      if (comment.createdBy !== (context.callerId ?? null))
        throw new ServiceError('forbidden', 'Only its author can delete a comment');
      await tx.delete(CommentEntity, key);
    });
  }
}

const toResource = ({ id, createdAt, createdBy, text }: CommentEntity): CommentResource => ({
  object: 'comment',
  id,
  created: toTimestamp(createdAt),
  ...(createdBy !== null && { author_id: createdBy }),
  text,
});
