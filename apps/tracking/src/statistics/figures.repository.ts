import { Injectable } from '@nestjs/common';
import type { Bucket } from '@postrider/contracts';
import { planned } from '@postrider/outbox';
import { WithinAccount } from '@postrider/service';
import type { EntityManager } from 'typeorm';
import type { Addition, Measure } from './measures.js';
import { measures } from './measures.js';

/** Which figures are asked for; what is absent does not matter. */
export interface Wanted {
  readonly period: Bucket;
  /** Unix seconds; the end is outside. */
  readonly from: number;
  readonly to: number;
  readonly templateId: string | undefined;
  readonly versionId: string | undefined;
  readonly espAccountId: string | undefined;
  readonly tag: string | undefined;
}

/** The sums of one bucket, or of one version; the other of the two is null. */
export type SummedRow = Readonly<Record<Measure, number>> & {
  readonly begins: number | null;
  readonly version: string | null;
};

/** Days that are looked through (docs/limits.md#figures). */
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

const sumsBy = (version: string, sets: string): string => `
select extract(epoch from begins_at)::float8 as begins, ${version} as version, ${measures.map((measure) => `sum(${measure})::float8 as ${measure}`).join(', ')}
from figures
where account_id = $1 and period = $2 and tag = $3 and begins_at >= to_timestamp($4) and begins_at < to_timestamp($5)
  and ($6::text is null or template_id = $6) and ($7::text is null or version_id = $7) and ($8::text is null or esp_account_id = $8)
group by grouping sets (${sets})`;

@Injectable()
export class FiguresRepository {
  constructor(private readonly withinAccount: WithinAccount) {}

  async add(tx: EntityManager, additions: readonly Addition[]): Promise<void> {
    if (additions.length === 0) return;
    const column = <Value>(value: (addition: Addition) => Value): Value[] => additions.map(value);
    await planned(tx, {
      name: 'add-figures',
      text: addStatement,
      values: [
        column(({ accountId }) => accountId),
        column(({ period }) => period),
        column(({ tag }) => tag),
        column(({ begins }) => begins),
        column(({ templateId }) => templateId),
        column(({ versionId }) => versionId),
        column(({ espAccountId }) => espAccountId),
        column(({ part }) => part),
        ...measures.map((measure) => column(({ measured }) => measured[measure])),
      ],
    });
  }

  /** The last day of each template on which mail of it was sent, of the last so many. */
  async lastSent(
    accountId: string,
    templateIds: readonly string[],
  ): Promise<{ template_id: string; last_sent: number }[]> {
    const { rows } = await this.withinAccount.query<{ template_id: string; last_sent: number }>(accountId, {
      name: 'last-sent',
      text: `select template_id, extract(epoch from max(begins_at))::float8 as last_sent from figures
             where account_id = $1 and period = 'day' and tag = '' and begins_at > now() - make_interval(days => ${lastSentWithinDays})
               and template_id = any($2::text[]) and sent > 0
             group by template_id`,
      values: [accountId, templateIds],
    });
    return rows;
  }

  /** By bucket; with `versions` by version besides. */
  async sums(accountId: string, wanted: Wanted, { versions }: { readonly versions: boolean }): Promise<SummedRow[]> {
    const { rows } = await this.withinAccount.query<SummedRow>(accountId, {
      name: versions ? 'figures-and-versions' : 'figures',
      text: versions ? sumsBy('version_id', '(begins_at), (version_id)') : sumsBy('null', '(begins_at)'),
      values: [
        accountId,
        wanted.period,
        wanted.tag ?? '',
        wanted.from,
        wanted.to,
        wanted.templateId ?? null,
        wanted.versionId ?? null,
        wanted.espAccountId ?? null,
      ],
    });
    return rows;
  }
}
