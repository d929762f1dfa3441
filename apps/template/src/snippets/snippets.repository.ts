import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ResponseInputOf, listSnippetUses } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import { In, Repository } from 'typeorm';
import type { SizedRow } from '../page.js';
import { firstPage, rowsForPage } from '../page.js';
import { SnippetEntity } from './snippet.entity.js';

/** A version that includes a snippet, with its name and that of its template. */
export interface SnippetUser {
  readonly accountId: string;
  readonly id: string;
  readonly locale: string;
  readonly name: string;
  readonly templateName: string;
  readonly templateId: string;
  /** Approximate bytes to read for the version, and for the translations of its locale. */
  readonly bytes: number;
  readonly catalogueBytes: number;
}

type SnippetUse = ResponseInputOf<typeof listSnippetUses>['data'][number];

@Injectable()
export class SnippetsRepository {
  constructor(@InjectRepository(SnippetEntity) private readonly snippets: Repository<SnippetEntity>) {}

  /** One page of the list; `next` is the name to continue after. */
  async page(accountId: string, after: string | undefined): Promise<{ snippets: SnippetEntity[]; next?: string }> {
    const rows: SizedRow[] = await this.snippets.query(
      `select name as key, octet_length(body) as bytes from snippets
       where account_id = $1 and ($2::text is null or name > $2) order by name limit $3`,
      [accountId, after ?? null, rowsForPage],
    );
    const { keys, ...rest } = firstPage(rows);
    const snippets = await this.snippets.find({ where: { accountId, name: In(keys) }, order: { name: 'asc' } });
    return { snippets, ...rest };
  }

  find(accountId: string, id: string): Promise<SnippetEntity | null> {
    return this.snippets.findOneBy({ accountId, id });
  }

  findIn(tx: EntityManager, accountId: string, id: string): Promise<SnippetEntity | null> {
    return tx.findOneBy(SnippetEntity, { accountId, id });
  }

  findNamed(tx: EntityManager, accountId: string, name: string): Promise<SnippetEntity | null> {
    return tx.findOneBy(SnippetEntity, { accountId, name });
  }

  async insert(
    tx: EntityManager,
    snippet: Pick<SnippetEntity, 'accountId' | 'id' | 'name' | 'body'> & Partial<Pick<SnippetEntity, 'createdAt'>>,
  ): Promise<SnippetEntity> {
    await tx.insert(SnippetEntity, { ...snippet });
    return tx.findOneByOrFail(SnippetEntity, { accountId: snippet.accountId, id: snippet.id });
  }

  async update(
    tx: EntityManager,
    { accountId, id }: SnippetEntity,
    changes: Pick<SnippetEntity, 'name' | 'body'>,
  ): Promise<SnippetEntity> {
    await tx.update(SnippetEntity, { accountId, id }, { ...changes, modifiedAt: () => 'now()' });
    return tx.findOneByOrFail(SnippetEntity, { accountId, id });
  }

  async delete(tx: EntityManager, { accountId, id }: SnippetEntity): Promise<void> {
    await tx.delete(SnippetEntity, { accountId, id });
  }

  /** Versions that include a snippet, directly or nested, in the order of creation. */
  uses(accountId: string, snippetId: string, after: string | undefined, limit: number): Promise<SnippetUse[]> {
    return this.snippets.query(
      `select v.template_id, t.name as template_name, v.locale, v.id as version_id, v.name as version_name, v.weight is not null as published
       from snippet_uses as u
       join versions as v on v.account_id = u.account_id and v.id = u.version_id
       join templates as t on t.account_id = v.account_id and t.id = v.template_id
       where u.account_id = $1 and u.snippet_id = $2 and ($3::text is null or u.version_id > $3) order by u.version_id limit $4`,
      [accountId, snippetId, after ?? null, limit],
    );
  }

  /** Versions that include a snippet, directly or nested. Locks their templates until the transaction ends. */
  async lockUsers(tx: EntityManager, { accountId, id }: SnippetEntity): Promise<SnippetUser[]> {
    await tx.query(
      `select 1 from templates where account_id = $1 and id in (
         select template_id from versions join snippet_uses on snippet_uses.account_id = versions.account_id and version_id = versions.id
         where versions.account_id = $1 and snippet_id = $2
       ) order by id for update`,
      [accountId, id],
    );
    return tx.query(
      `select v.account_id as "accountId", v.id, v.locale, v.name, t.name as "templateName",
         coalesce(octet_length(v.html), 0) + coalesce(octet_length(v.text), 0) + coalesce(octet_length(v.preheader), 0)
           + coalesce(octet_length(v.amp_html), 0) as bytes,
         v.template_id as "templateId", coalesce(pg_column_size(l.catalogue), 0) as "catalogueBytes"
       from snippet_uses as u
       join versions as v on v.account_id = u.account_id and v.id = u.version_id
       join templates as t on t.account_id = v.account_id and t.id = v.template_id
       join locales as l on l.account_id = v.account_id and l.template_id = v.template_id and l.locale = v.locale
       where u.account_id = $1 and u.snippet_id = $2
       order by t.name, v.template_id, v.locale, v.created_at, v.id`,
      [accountId, id],
    );
  }
}
