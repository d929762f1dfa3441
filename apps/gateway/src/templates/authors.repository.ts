import { Injectable } from '@nestjs/common';
import type { RequestContext, VersionResource } from '@postrider/contracts';
import { runInTransaction } from '@postrider/service';
import { DataSource } from 'typeorm';

/** Shows the authors of versions by their names. A removed user is no longer named. */
@Injectable()
export class AuthorsRepository {
  constructor(private readonly database: DataSource) {}

  async named<Version extends Pick<VersionResource, 'created_by'>>(
    context: RequestContext,
    versions: readonly Version[],
  ): Promise<Version[]> {
    const names = await this.names(context, new Set(versions.flatMap(({ created_by }) => created_by ?? [])));
    return versions.map((version) => ({ ...version, created_by: names.get(version.created_by ?? '') }));
  }

  async namedOne<Version extends Pick<VersionResource, 'created_by'>>(
    context: RequestContext,
    version: Version,
  ): Promise<Version> {
    return (await this.named(context, [version]))[0]!;
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
