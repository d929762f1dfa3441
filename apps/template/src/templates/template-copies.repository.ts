import { Injectable } from '@nestjs/common';
import { newId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { VersionEntity } from '../versions/version.entity.js';
import type { TemplateEntity } from './template.entity.js';

/** A version that is copied. */
interface Original {
  readonly id: string;
  readonly bytes: number;
}

/** Copies templates with their translations and artifacts, which are not compiled again. */
@Injectable()
export class TemplateCopiesRepository {
  /** Of each locale the published version, of an A/B test the heaviest; the newest draft where none is published. */
  originals(tx: EntityManager, { accountId, id }: TemplateEntity): Promise<Original[]> {
    return tx.query(
      `select distinct on (locale) id, octet_length(subject) + coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)
         + coalesce(octet_length(preheader), 0) + coalesce(octet_length(amp_html), 0) + coalesce(octet_length(template_data::text), 0)
         + coalesce(octet_length(number_texts::text), 0) as bytes
       from versions where account_id = $1 and template_id = $2
       order by locale, weight desc nulls last, created_at desc, id desc`,
      [accountId, id],
    );
  }

  /** Inserts a template with all locales of another one, and these versions of it as drafts. Returns its id. */
  async insert(
    tx: EntityManager,
    { accountId, id: originalId }: TemplateEntity,
    { name, createdBy }: { readonly name: string } & Pick<VersionEntity, 'createdBy'>,
    originals: readonly Original[],
  ): Promise<string> {
    const id = newId('template');
    await tx.query(
      `insert into templates (account_id, id, name, tracking)
       select account_id, $3, $4, tracking from templates where account_id = $1 and id = $2`,
      [accountId, originalId, id, name],
    );
    await tx.query(
      `insert into locales (account_id, template_id, locale, is_default, catalogue)
       select account_id, $3, locale, is_default, catalogue from locales where account_id = $1 and template_id = $2 order by created_at`,
      [accountId, originalId, id],
    );
    const versions = [originals.map((original) => original.id), originals.map(() => newId('version'))];
    await tx.query(
      `insert into versions (account_id, id, template_id, locale, name, subject, html, text, preheader, amp_html, template_data,
         number_texts, engine, autoescape, artifact_id, created_by)
       select account_id, copy.id, $2, locale, name, subject, html, text, preheader, amp_html, template_data,
         number_texts, engine, autoescape, artifact_id, $5
       from versions join unnest($3::text[], $4::text[]) as copy (original, id) on versions.id = copy.original where account_id = $1`,
      [accountId, id, ...versions, createdBy],
    );
    await tx.query(
      `insert into snippet_uses (account_id, version_id, snippet_id)
       select account_id, copy.id, snippet_id
       from snippet_uses join unnest($2::text[], $3::text[]) as copy (original, id) on version_id = copy.original where account_id = $1`,
      [accountId, ...versions],
    );
    return id;
  }
}
