import { Injectable } from '@nestjs/common';
import { Batcher } from '@postrider/concurrency';
import type { TrackingChoice } from '@postrider/contracts';
import { SystemPool } from '@postrider/service';

/** Selects versions of a template: by name, by id, or the published ones when neither is given. */
export interface VersionQuery {
  readonly templateId: string;
  /** This locale and the default one; undefined means all locales. */
  readonly locale: string | undefined;
  readonly versionName: string | undefined;
  readonly versionId?: string | undefined;
}

/** A version that can be sent or rendered. The columns of the version are null when a locale has no matching one. */
export interface CandidateRow {
  readonly templateName: string;
  readonly tracking: TrackingChoice | null;
  readonly locale: string;
  readonly isDefault: boolean;
  readonly id: string | null;
  readonly name: string;
  readonly artifactId: string;
  readonly weight: number | null;
}

const candidates = (versionsWanted: string): string => `
  select requested.place::int, t.name as "templateName", t.tracking, l.locale, l.is_default as "isDefault", v.id, v.name, v.artifact_id as "artifactId", v.weight
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as requested (account_id, template_id, locale, version, place)
  join templates as t on t.account_id = requested.account_id and t.id = requested.template_id
  join locales as l on l.account_id = t.account_id and l.template_id = t.id and (requested.locale is null or l.locale = requested.locale or l.is_default)
  left join lateral (
    select id, name, artifact_id, weight from versions
    where account_id = l.account_id and template_id = l.template_id and locale = l.locale and ${versionsWanted}
  ) as v on true
  order by requested.place, l.is_default desc, l.created_at, l.locale, v.id`;

interface CandidateQuery {
  readonly accountId: string;
  readonly templateId: string;
  readonly locale: string | null;
  /** Name or id; null for the published versions. */
  readonly version: string | null;
}

const limits = { batch: 200, concurrent: 2 };

@Injectable()
export class CandidatesRepository {
  // `offset 0` keeps the locale in the index condition: the planner expects one locale and would compare all pairs.
  private readonly published = this.statement('published-candidates', candidates('weight is not null offset 0'));
  private readonly named = this.statement(
    'named-candidates',
    candidates('name = requested.version order by created_at desc, id desc limit 1'),
  );
  private readonly withId = this.statement('candidate', candidates('id = requested.version'));

  constructor(private readonly systemPool: SystemPool) {}

  /** Default locale first. Empty when the template does not exist. */
  find(
    accountId: string,
    { templateId, locale, versionName, versionId }: VersionQuery,
  ): Promise<readonly CandidateRow[]> {
    const localeKey = { accountId, templateId, locale: locale ?? null };
    if (versionId !== undefined) return this.withId.add({ ...localeKey, version: versionId });
    if (versionName !== undefined) return this.named.add({ ...localeKey, version: versionName });
    return this.published.add({ ...localeKey, version: null });
  }

  /** Batches concurrent queries into one statement and removes duplicates. */
  private statement(name: string, text: string): Batcher<CandidateQuery, readonly CandidateRow[]> {
    return new Batcher<CandidateQuery, readonly CandidateRow[]>(async (items) => {
      const keys = items.map(({ accountId, templateId, locale, version }) =>
        JSON.stringify([accountId, templateId, locale, version]),
      );
      const requested = new Map(keys.map((key, index) => [key, { item: items[index]!, rows: [] as CandidateRow[] }]));
      const entries = [...requested.values()];
      const column = (field: keyof CandidateQuery): (string | null)[] => entries.map(({ item }) => item[field]);
      const { rows } = await this.systemPool.query<CandidateRow & { place: number }>({
        name,
        text,
        values: [column('accountId'), column('templateId'), column('locale'), column('version')],
      });
      for (const { place, ...row } of rows) entries[place - 1]!.rows.push(row);
      return keys.map((key) => requested.get(key)!.rows);
    }, limits);
  }
}
