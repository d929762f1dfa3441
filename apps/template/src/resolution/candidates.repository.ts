import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What a template's versions are looked up by. Without a version's name or id it is the published ones. */
export interface Wanted {
  readonly templateId: string;
  /** That locale and the default one; every locale when left out. */
  readonly locale: string | undefined;
  readonly versionName: string | undefined;
  readonly versionId?: string | undefined;
}

/** A version that may be sent or rendered; the version's columns are null where a locale has none that is wanted. */
export interface CandidateRow {
  readonly templateName: string;
  readonly locale: string;
  readonly isDefault: boolean;
  readonly id: string | null;
  readonly name: string;
  readonly artifactId: string;
  readonly weight: number | null;
}

const candidates = (versionsWanted: string): string => `
  select t.name as "templateName", l.locale, l.is_default as "isDefault", v.id, v.name, v.artifact_id as "artifactId", v.weight
  from templates as t
  join locales as l on l.account_id = t.account_id and l.template_id = t.id
  left join lateral (
    select id, name, artifact_id, weight from versions
    where account_id = l.account_id and template_id = l.template_id and locale = l.locale and ${versionsWanted}
  ) as v on true
  where t.account_id = $1 and t.id = $2 and ($3::text is null or l.locale = $3 or l.is_default)
  order by l.is_default desc, l.created_at, l.locale, v.id`;

// `offset 0` keeps the locale in the index condition: expecting one locale, the planner would compare every one with every version.
const published = candidates('weight is not null offset 0');
const named = candidates('name = $4 order by created_at desc, id desc limit 1');
const withId = candidates('id = $4');

@Injectable()
export class CandidatesRepository {
  constructor(private readonly database: DataSource) {}

  /** One statement, whatever is wanted; the default locale first. Empty when there is no such template. */
  find(accountId: string, { templateId, locale, versionName, versionId }: Wanted): Promise<CandidateRow[]> {
    const place = [accountId, templateId, locale ?? null];
    if (versionId !== undefined) return this.database.query(withId, [...place, versionId]);
    if (versionName !== undefined) return this.database.query(named, [...place, versionName]);
    return this.database.query(published, place);
  }
}
