import { Injectable } from '@nestjs/common';
import type { ResponseInputOf, getArtifact } from '@postrider/contracts';
import { newId } from '@postrider/contracts';
import type { Artifact } from '@postrider/rendering';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { PeriodicTask } from '@postrider/concurrency';

/** A snippet as the compiler reads it. */
export interface SnippetSource {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly modifiedAt: Date;
}

@Injectable()
export class SnippetSourcesRepository {
  /**
   * Snippets, by name, whose names occur in the parts of a version or in the body of such a snippet. This is a superset
   * of the included ones: only the compiler parses the syntax, and the account's other snippets need not be loaded.
   */
  async mentioned(
    tx: EntityManager,
    accountId: string,
    parts: readonly (string | undefined)[],
  ): Promise<ReadonlyMap<string, SnippetSource>> {
    const snippets: SnippetSource[] = await tx.query(
      `with recursive mentioned as (
         select id, name, body, modified_at from snippets where account_id = $1 and position(name in $2) > 0
         union
         select inner_one.id, inner_one.name, inner_one.body, inner_one.modified_at from mentioned as outer_one
         join snippets as inner_one on inner_one.account_id = $1 and position(inner_one.name in outer_one.body) > 0
       )
       select id, name, body, modified_at as "modifiedAt" from mentioned`,
      [accountId, parts.join('\n')],
    );
    return new Map(snippets.map((snippet) => [snippet.name, snippet]));
  }
}

/** Bytes of JSON. Parsed, it takes about ten times as much memory; smaller ones are parsed and rendered inline. */
const maxParsedBytes = 65_536;

export interface ArtifactKey {
  readonly accountId: string;
  readonly id: string;
}

@Injectable()
export class ArtifactsRepository {
  constructor(private readonly database: DataSource) {}

  /** A large artifact is returned as unparsed JSON: parsing it would block each process on its way. */
  async find(accountId: string, artifactId: string): Promise<ResponseInputOf<typeof getArtifact> | undefined> {
    const [row]: { artifact: ResponseInputOf<typeof getArtifact>; json: string | null }[] = await this.database.query(
      `select case when large then json_strip_nulls(json_build_object('format', content->'format', 'engine', content->'engine', 'addresses', content->'addresses'))
                   else content end as artifact,
              case when large then content::text end as json
       from artifacts, lateral (select octet_length(content::text) > $3 as large) as size where account_id = $1 and id = $2`,
      [accountId, artifactId, maxParsedBytes],
    );
    return row?.json ? { ...row.artifact, json: row.json } : row?.artifact;
  }

  /** Returns the new ids, in the order of `artifacts`. */
  async insert(tx: EntityManager, accountId: string, artifacts: readonly Artifact[]): Promise<string[]> {
    const ids = artifacts.map(() => newId('artifact'));
    const rows = artifacts.flatMap((artifact, index) => [ids[index] as string, JSON.stringify(artifact)]);
    await tx.query(
      `insert into artifacts (account_id, id, content) select $1, id, content::json from (${pairs(artifacts.length)}) as added (id, content)`,
      [accountId, ...rows],
    );
    return ids;
  }

  /** Returns the ids under which the account has exactly these artifacts. */
  async findUnchanged(
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
   * Marks those of the next `limit` artifacts that no version uses any more. Returns the key to continue after;
   * undefined at the end.
   */
  async markUnused(after: ArtifactKey | undefined, limit: number): Promise<ArtifactKey | undefined> {
    const [last]: (ArtifactKey & { count: number })[] = await this.database.query(
      `with page as (
         select account_id, id, unused_since from artifacts where (account_id, id) > ($1, $2) order by account_id, id limit $3
       ), unused as (
         select artifacts.account_id, artifacts.id from artifacts join page using (account_id, id)
         where page.unused_since is null
           and not exists (select from versions where account_id = artifacts.account_id and artifact_id = artifacts.id)
         for update of artifacts skip locked
       ), marked as (
         update artifacts set unused_since = now() from unused where (artifacts.account_id, artifacts.id) = (unused.account_id, unused.id)
       )
       select account_id as "accountId", id, count(*) over ()::int as count from page order by account_id desc, id desc limit 1`,
      [after?.accountId ?? '', after?.id ?? '', limit],
    );
    return last?.count === limit ? { accountId: last.accountId, id: last.id } : undefined;
  }
}

/**
 * Rows of two texts, starting at `$2`. Array parameters would have to be escaped, which is twenty times slower for
 * large texts.
 */
function pairs(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `($${2 * index + 2}::text, $${2 * index + 3}::text)`);
  return `values ${rows.join(', ')}`;
}

const firstAfterMs = 60_000;
const everyMs = 24 * 60 * 60 * 1000;
/** Well below what the statement timeout allows. */
const rowsPerStatement = 1_000;
/** A round checks all artifacts; this limit allows ten million. */
const maxBatches = 10_000;

/**
 * Marks once a day the artifacts that no version uses any more; `templateRetention` deletes them when no email can
 * refer to them.
 */
@Injectable()
export class UnusedArtifacts extends PeriodicTask {
  private lastKey: ArtifactKey | undefined;

  constructor(private readonly artifacts: ArtifactsRepository) {
    super({ everyMs, firstAfterMs, maxBatches, failure: 'could not mark unused artifacts' });
  }

  protected async batch(): Promise<boolean> {
    this.lastKey = await this.artifacts.markUnused(this.lastKey, rowsPerStatement);
    return this.lastKey !== undefined;
  }
}
