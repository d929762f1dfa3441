import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { Artifact } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

const keepDays = 400;
const batch = 1_000;

@Injectable()
export class ArtifactsRepository {
  constructor(private readonly database: DataSource) {}

  async find(accountId: string, artifactId: string): Promise<Record<string, unknown> | undefined> {
    const [row]: { content: Record<string, unknown> }[] = await this.database.query(
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

  /** Notes since when artifacts have no version, and forgets those that had none for longer than any accepted mail waits. Answers how many. */
  async deleteUnused(): Promise<number> {
    await this.database.query(
      `update artifacts set unused_since = now()
       where unused_since is null and not exists (select from versions where account_id = artifacts.account_id and artifact_id = artifacts.id)`,
    );
    let deleted = 0;
    for (;;) {
      const [, count]: [unknown, number] = await this.database.query(
        `delete from artifacts where (account_id, id) in
           (select account_id, id from artifacts where unused_since < now() - make_interval(days => $1) order by unused_since limit $2)`,
        [keepDays, batch],
      );
      deleted += count;
      if (count < batch) return deleted;
    }
  }
}
