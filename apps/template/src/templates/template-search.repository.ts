import { Injectable } from '@nestjs/common';
import type {
  ResponseInputOf,
  listTemplateTags,
  RequestOf,
  searchTemplates,
  TemplateSummary,
} from '@postrider/contracts';
import { ServiceError } from '@postrider/contracts';
import { DataSource } from 'typeorm';

type Query = RequestOf<typeof searchTemplates>;

const defaultCount = 100;
/** Far more than a person can choose from. */
const maxTags = 1000;

/** Sort orders, and their conditions to continue after template $6. */
const orders = {
  created: {
    by: 't.created_at desc, t.id desc',
    after: '(t.created_at, t.id) < (select created_at, id from templates where account_id = $1 and id = $6)',
  },
  name: {
    by: 'lower(t.name), t.id',
    after: '(lower(t.name), t.id) > (select lower(name), id from templates where account_id = $1 and id = $6)',
  },
} as const;

/** `$2` is in lower case. Names and tags are compared first: subjects need a lookup in the published versions. */
const matching = `
  ($2::text is null or t.id = $3 or position($2 in lower(t.name)) > 0 or position($2 in lower(array_to_string(t.tags, ' '))) > 0
    or exists (select from versions as v where v.account_id = t.account_id and v.template_id = t.id and v.weight is not null
      and position($2 in lower(v.subject)) > 0))
  and ($4::text is null or t.tags @> array[$4::text])
  and ($5::text is null or exists (select from locales as l where l.account_id = t.account_id and l.template_id = t.id and l.locale = $5))`;

/** Selects the page first, so that locales and versions are read for its templates only. */
const pageStatement = ({ by, after }: (typeof orders)[keyof typeof orders]): string => `
with page as materialized (
  select t.account_id, t.id, t.name, t.tags, t.created_at, row_number() over (order by ${by}) as place from templates as t
  where t.account_id = $1 and ${matching} and ($6::text is null or ${after}) order by ${by} limit $7
)
select page.id, page.name, page.tags, floor(extract(epoch from page.created_at))::int as created,
  floor(extract(epoch from greatest(page.created_at, history.modified_at)))::int as modified, history.locales,
  (select subject from versions as v join locales as l on l.account_id = v.account_id and l.template_id = v.template_id and l.locale = v.locale
   where v.account_id = page.account_id and v.template_id = page.id and l.is_default and v.weight is not null order by v.weight desc, v.id limit 1) as subject
from page cross join lateral (
  select max(modified_at) as modified_at,
    json_agg(json_build_object('locale', locale, 'default', is_default, 'published', published, 'drafts', drafts) order by is_default desc, created_at, locale) as locales
  from (
    select l.locale, l.is_default, l.created_at, max(v.modified_at) as modified_at,
      count(*) filter (where v.weight is not null) as published, count(v.id) filter (where v.weight is null) as drafts
    from locales as l left join versions as v on v.account_id = l.account_id and v.template_id = l.template_id and v.locale = l.locale
    where l.account_id = page.account_id and l.template_id = page.id group by l.locale, l.is_default, l.created_at
  ) as of_locale
) as history
order by place`;

interface Row extends Omit<TemplateSummary, 'object' | 'subject'> {
  readonly subject: string | null;
}

@Injectable()
export class TemplateSearchRepository {
  constructor(private readonly database: DataSource) {}

  /** @throws ServiceError `not_found` when the template of the cursor was deleted */
  async page(accountId: string, query: Query): Promise<ResponseInputOf<typeof searchTemplates>> {
    const { q, tag, locale, sort = 'created', count = defaultCount, cursor } = query;
    if (cursor !== undefined) await this.rejectDeletedCursor(accountId, cursor);
    const rows: Row[] = await this.database.query(pageStatement(orders[sort]), [
      accountId,
      q?.toLowerCase() ?? null,
      q ?? null,
      tag ?? null,
      locale ?? null,
      cursor ?? null,
      count + 1,
    ]);
    const data = rows.slice(0, count).map(toSummary);
    return { data, next_cursor: rows.length > count ? data.at(-1)!.id : null };
  }

  /** Sorted by name. */
  tags(accountId: string): Promise<ResponseInputOf<typeof listTemplateTags>> {
    return this.database.query(
      `select tag, count(*)::int as templates from templates cross join lateral unnest(tags) as tag
       where account_id = $1 group by tag order by tag limit ${maxTags}`,
      [accountId],
    );
  }

  /** Without this check, a deleted cursor would look like the end of the list. */
  private async rejectDeletedCursor(accountId: string, templateId: string): Promise<void> {
    const known: unknown[] = await this.database.query('select from templates where account_id = $1 and id = $2', [
      accountId,
      templateId,
    ]);
    if (known.length === 0)
      throw new ServiceError('not_found', 'The template of the cursor was deleted; start again from the first page');
  }
}

const toSummary = ({ subject, ...row }: Row): TemplateSummary => ({
  object: 'template_summary',
  ...row,
  ...(subject !== null && { subject }),
});
