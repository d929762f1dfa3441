import { Injectable } from '@nestjs/common';
import type { CommentResource, RequestContext, VersionResource } from '@postrider/contracts';
import { runInTransaction } from '@postrider/service';
import { DataSource } from 'typeorm';

/** Shows the authors and reviewers of versions, and of comments, by their names. A removed user is no longer named. */
@Injectable()
export class AuthorsRepository {
  constructor(private readonly database: DataSource) {}

  async named<Version extends Pick<VersionResource, 'created_by' | 'approved_by'>>(
    context: RequestContext,
    versions: readonly Version[],
  ): Promise<Version[]> {
    const names = await this.names(
      context,
      new Set(versions.flatMap(({ created_by, approved_by }) => [created_by ?? [], approved_by ?? []].flat())),
    );
    return versions.map((version) => ({
      ...version,
      created_by: names.get(version.created_by ?? ''),
      approved_by: names.get(version.approved_by ?? ''),
    }));
  }

  async namedOne<Version extends Pick<VersionResource, 'created_by' | 'approved_by'>>(
    context: RequestContext,
    version: Version,
  ): Promise<Version> {
    return (await this.named(context, [version]))[0]!;
  }

  async ofComments(context: RequestContext, comments: readonly CommentResource[]): Promise<CommentResource[]> {
    const names = await this.names(context, new Set(comments.flatMap(({ author_id }) => author_id ?? [])));
    return comments.map((comment) => ({ ...comment, author: names.get(comment.author_id ?? '') }));
  }

  private async names({ accountId }: RequestContext, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    if (ids.size === 0) return new Map();
    const rows: { id: string; name: string }[] = await runInTransaction(this.database.manager, accountId, (tx) =>
      tx.query(
        `select id, name from api_keys where account_id = $1 and id = any($2)
         union all
         select users.id, coalesce(nullif(users.name, ''), users.email)
         from users join memberships on memberships.user_id = users.id
         where memberships.account_id = $1 and users.id = any($2)`,
        [accountId, [...ids]],
      ),
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
