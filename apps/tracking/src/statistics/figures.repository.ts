import { Injectable } from '@nestjs/common';
import type { Bucket } from '@postrider/contracts';
import { preparedQuery } from '@postrider/outbox';
import { TenantPool } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Addition, Measure } from './measures.js';
import { measures } from './measures.js';

/** Selects figures; undefined fields match everything. */
export interface FigureSelection {
  readonly period: Bucket;
  /** Unix seconds; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly templateId: string | undefined;
  readonly versionId: string | undefined;
  readonly espAccountId: string | undefined;
  readonly tag: string | undefined;
}

/** The sums of one bucket or of one version; the other field is null. */
export type SummedRow = Readonly<Record<Measure, number>> & {
  readonly begins: number | null;
  readonly version: string | null;
};

/** Days searched for the last sent email (docs/operate/limits.md#statistics). */
const lastSentWithinDays = 30;

const key = 'account_id, period, tag, begins_at, template_id, version_id, esp_account_id, part';

const addStatement = `
insert into figures (${key}, ${measures.join(', ')})
select account_id, period, tag, to_timestamp(begins), template_id, version_id, esp_account_id, part, ${measures.join(', ')}
from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::smallint[],
            ${measures.map((_measure, index) => `$${index + 9}::bigint[]`).join(', ')}) with ordinality
  as added (account_id, period, tag, begins, template_id, version_id, esp_account_id, part, ${measures.join(', ')}, place)
order by place
on conflict (${key}) do update set ${measures.map((measure) => `${measure} = figures.${measure} + excluded.${measure}`).join(', ')}`;

/**
 * Triggers add changes of figures to their sums, first inserts, then updates. To avoid deadlocks, this statement
 * creates and locks all sums beforehand in a fixed order; `where false` keeps it from writing existing rows.
 */
const holdSumsStatement = `
insert into figure_sums (account_id, period, tag, begins_at, part)
select distinct account_id, period, tag, to_timestamp(begins), part
from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::smallint[]) as added (account_id, period, tag, begins, part)
order by 1, 2, 3, 4, 5
on conflict (account_id, period, tag, begins_at, part) do update set part = excluded.part where false`;

const selectSums = (version: string): string =>
  `select extract(epoch from begins_at)::float8 as begins, ${version} as version, ${measures.map((measure) => `sum(${measure})::float8 as ${measure}`).join(', ')}`;
const wantedBuckets = `account_id = $1 and period = $2 and tag = $3 and begins_at >= to_timestamp($4) and begins_at < to_timestamp($5)`;

/** Totals over all templates, versions and ESP accounts. */
const allStatement = `${selectSums('null')} from figure_sums where ${wantedBuckets} group by begins_at`;

const sumsBy = (version: string, sets: string): string => `
${selectSums(version)} from figures
where ${wantedBuckets}
  and ($6::text is null or template_id = $6) and ($7::text is null or version_id = $7) and ($8::text is null or esp_account_id = $8)
group by grouping sets (${sets})`;

@Injectable()
export class FiguresRepository {
  constructor(private readonly tenantPool: TenantPool) {}

  async add(tx: EntityManager, additions: readonly Addition[]): Promise<void> {
    if (additions.length === 0) return;
    const column = <Value>(value: (addition: Addition) => Value): Value[] => additions.map(value);
    const bucket = [
      column(({ accountId }) => accountId),
      column(({ period }) => period),
      column(({ tag }) => tag),
      column(({ begins }) => begins),
    ];
    const part = column((addition) => addition.part);
    await preparedQuery(tx, { name: 'hold-figure-sums', text: holdSumsStatement, values: [...bucket, part] });
    await preparedQuery(tx, {
      name: 'add-figures',
      text: addStatement,
      values: [
        ...bucket,
        column(({ templateId }) => templateId),
        column(({ versionId }) => versionId),
        column(({ espAccountId }) => espAccountId),
        part,
        ...measures.map((measure) => column(({ measured }) => measured[measure])),
      ],
    });
  }

  /** The last day with sent email of each template, within `lastSentWithinDays`. */
  async lastSent(
    accountId: string,
    templateIds: readonly string[],
  ): Promise<{ template_id: string; last_sent: number }[]> {
    const { rows } = await this.tenantPool.query<{ template_id: string; last_sent: number }>(accountId, {
      name: 'last-sent',
      text: `select template_id, extract(epoch from max(begins_at))::float8 as last_sent from figures
             where account_id = $1 and period = 'day' and tag = '' and begins_at > now() - make_interval(days => ${lastSentWithinDays})
               and template_id = any($2::text[]) and sent > 0
             group by template_id`,
      values: [accountId, templateIds],
    });
    return rows;
  }

  /** Sums by bucket, and with `versions` also by version. */
  async sums(
    accountId: string,
    wanted: FigureSelection,
    { versions }: { readonly versions: boolean },
  ): Promise<SummedRow[]> {
    const buckets = [accountId, wanted.period, wanted.tag ?? '', wanted.from, wanted.to];
    const only = [wanted.templateId, wanted.versionId, wanted.espAccountId];
    const statement = only.every((id) => id === undefined)
      ? { name: 'figures', text: allStatement, values: buckets }
      : {
          name: versions ? 'figures-and-versions' : 'figures-of-some',
          text: versions ? sumsBy('version_id', '(begins_at), (version_id)') : sumsBy('null', '(begins_at)'),
          values: [...buckets, ...only.map((id) => id ?? null)],
        };
    const { rows } = await this.tenantPool.query<SummedRow>(accountId, statement);
    return rows;
  }
}
