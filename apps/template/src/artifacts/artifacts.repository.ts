import { Injectable } from '@nestjs/common';
import type { AnswerOf, getArtifact } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { Artifact } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

/** As JSON. It takes ten times as much memory once it is read; nothing that is rendered where other requests wait is as large. */
const unreadBytes = 65_536;

export interface ArtifactKey {
  readonly accountId: string;
  readonly id: string;
}

@Injectable()
export class ArtifactsRepository {
  constructor(private readonly database: DataSource) {}

  /** A large one unread: to take its JSON apart, here and again on its way, would keep every process that it passes from all others' requests. */
  async find(accountId: string, artifactId: string): Promise<AnswerOf<typeof getArtifact> | undefined> {
    const [row]: { artifact: AnswerOf<typeof getArtifact>; json: string | null }[] = await this.database.query(
      `select case when large then json_strip_nulls(json_build_object('format', content->'format', 'engine', content->'engine', 'addresses', content->'addresses'))
                   else content end as artifact,
              case when large then content::text end as json
       from artifacts, lateral (select octet_length(content::text) > $3 as large) as size where account_id = $1 and id = $2`,
      [accountId, artifactId, unreadBytes],
    );
    return row?.json ? { ...row.artifact, json: row.json } : row?.artifact;
  }

  /** Answers their ids, in that order. */
  async insert(tx: EntityManager, accountId: string, artifacts: readonly Artifact[]): Promise<string[]> {
    const ids = artifacts.map(() => newId('artifact'));
    const rows = artifacts.flatMap((artifact, at) => [ids[at] as string, JSON.stringify(artifact)]);
    await tx.query(
      `insert into artifacts (account_id, id, content) select $1, id, content::json from (${pairs(artifacts.length)}) as added (id, content)`,
      [accountId, ...rows],
    );
    return ids;
  }

  /** Which of these artifacts the account has under that id. */
  async held(
    tx: EntityManager,
    accountId: string,
    artifacts: readonly { readonly artifactId: string; readonly artifact: Artifact }[],
  ): Promise<ReadonlySet<string>> {
    if (artifacts.length === 0) return new Set();
    const wanted = artifacts.flatMap(({ artifactId, artifact }) => [artifactId, JSON.stringify(artifact)]);
    const rows: { id: string }[] = await tx.query(
      `select id from artifacts join (${pairs(artifacts.length)}) as wanted (artifact_id, json) on artifact_id = id
       where account_id = $1 and content::text = json`,
      [accountId, ...wanted],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Notes which of the next `limit` artifacts after one, or from the first, have no version any more. Answers the last it looked at, undefined when
   * there are no more.
   */
  async noteUnused(after: ArtifactKey | undefined, limit: number): Promise<ArtifactKey | undefined> {
    const [last]: (ArtifactKey & { count: number })[] = await this.database.query(
      `with page as (
         select account_id, id, unused_since from artifacts where (account_id, id) > ($1, $2) order by account_id, id limit $3
       ), unused as (
         select artifacts.account_id, artifacts.id from artifacts join page using (account_id, id)
         where page.unused_since is null
           and not exists (select from versions where account_id = artifacts.account_id and artifact_id = artifacts.id)
         for update of artifacts skip locked
       ), noted as (
         update artifacts set unused_since = now() from unused where (artifacts.account_id, artifacts.id) = (unused.account_id, unused.id)
       )
       select account_id as "accountId", id, count(*) over ()::int as count from page order by account_id desc, id desc limit 1`,
      [after?.accountId ?? '', after?.id ?? '', limit],
    );
    return last?.count === limit ? { accountId: last.accountId, id: last.id } : undefined;
  }
}

/** Rows of two texts from `$2` on. As lists they would be escaped, which takes a large one twenty times as long as to write it down. */
function pairs(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `($${2 * at + 2}::text, $${2 * at + 3}::text)`);
  return `values ${rows.join(', ')}`;
}
