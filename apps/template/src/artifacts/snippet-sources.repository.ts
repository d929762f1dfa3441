import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A snippet as a compile includes it. */
export interface SnippetSource {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly modifiedAt: Date;
}

@Injectable()
export class SnippetSourcesRepository {
  /**
   * The snippets, by name, whose names occur in the parts of a version or in the body of such a snippet: at least all that it includes. Grammar
   * is the compiler's business; this only spares it an account's other snippets.
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
