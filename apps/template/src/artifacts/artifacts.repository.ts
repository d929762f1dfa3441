import { Injectable } from '@nestjs/common';
import type { AnswerOf, getArtifact } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { Artifact } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

const keepDays = 400;

export interface ArtifactKey {
  readonly accountId: string;
  readonly id: string;
}

@Injectable()
export class ArtifactsRepository {
  constructor(private readonly database: DataSource) {}

  async find(accountId: string, artifactId: string): Promise<AnswerOf<typeof getArtifact> | undefined> {
    const [row]: { content: AnswerOf<typeof getArtifact> }[] = await this.database.query(
      'select content from artifacts where account_id = $1 and id = $2',
      [accountId, artifactId],
    );
    return row?.content;
  }

  async insert(tx: EntityManager, accountId: string, artifact: Artifact): Promise<string> {
    const id = newId('artifact');
    await tx.query('insert into artifacts (account_id, id, content) values ($1, $2, $3)', [
      accountId,
      id,
      JSON.stringify(artifact),
    ]);
    return id;
  }

  /** Whether the artifact of that id is this one. */
  async holds(tx: EntityManager, accountId: string, id: string, artifact: Artifact): Promise<boolean> {
    const same: unknown[] = await tx.query(
      'select 1 from artifacts where account_id = $1 and id = $2 and content::text = $3',
      [accountId, id, JSON.stringify(artifact)],
    );
    return same.length > 0;
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

  /** Deletes at most `limit` of those that had no version for longer than any accepted mail waits, and answers how many. */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.query(
      `with expired as (
         select account_id, id from artifacts where unused_since < now() - make_interval(days => $1)
         order by unused_since limit $2 for update skip locked
       )
       delete from artifacts using expired where (artifacts.account_id, artifacts.id) = (expired.account_id, expired.id)`,
      [keepDays, limit],
    );
    return count;
  }
}
