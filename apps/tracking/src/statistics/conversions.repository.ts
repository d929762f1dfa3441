import { Injectable } from '@nestjs/common';
import { timeOfId } from '@postrider/contracts';
import type { EntityManager } from 'typeorm';
import type { CountedMail } from './measures.js';

export interface Conversion {
  readonly accountId: string;
  readonly id: string;
  readonly recipientKey: string;
  /** Cents. */
  readonly revenue: number;
  readonly atMs: number;
}

export interface Attributed extends CountedMail {
  readonly id: string;
  readonly revenue: number;
  readonly atMs: number;
}

/** See docs/statistics.md#conversions. */
const attributedDays = 30;

/**
 * The last click at or before the conversion, as far as known: only the first and last click of an email are stored.
 */
const clickedAt = 'case when last_clicked_at <= conversion.at then last_clicked_at else first_clicked_at end';

/**
 * The last clicked email, locked until the transaction ends, so that concurrent conversions agree on which is the
 * first.
 */
const lastClickedStatement = `
select conversion.account_id as "accountId", conversion.id, conversion.revenue::float8 as revenue, extract(epoch from conversion.at)::float8 * 1000 as "atMs",
       clicked.log_id as "logId", template_id as "templateId", version_id as "versionId", esp_account_id as "espAccountId", tags
from (
  select account_id, id, recipient_key, revenue, to_timestamp(at_ms / 1000) as at
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::float8[]) as given (account_id, id, recipient_key, revenue, at_ms)
  order by account_id, recipient_key, id
) as conversion
cross join lateral (
  select * from figure_clicks
  where figure_clicks.account_id = conversion.account_id and figure_clicks.recipient_key = conversion.recipient_key
    and first_clicked_at <= conversion.at and ${clickedAt} > conversion.at - make_interval(days => ${attributedDays})
  order by ${clickedAt} desc, log_id desc limit 1 for no key update
) as clicked`;

const storeStatement = `
insert into figure_conversions (account_id, id, log_id, at, template_id, version_id, esp_account_id, tags, revenue, converted_at)
select account_id, id, log_id, to_timestamp(log_ms / 1000), template_id, version_id, esp_account_id, tags, revenue, to_timestamp(at_ms / 1000)
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[], $9::float8[], $10::float8[])
  as conversion (account_id, id, log_id, template_id, version_id, esp_account_id, tags, revenue, at_ms, log_ms)
order by account_id, log_id, id
on conflict do nothing`;

/** Conversions, and the clicks that they are attributed to. */
@Injectable()
export class ConversionsRepository {
  /** The last clicked email of each customer. */
  lastClicked(tx: EntityManager, conversions: readonly Conversion[]): Promise<Attributed[]> {
    return tx.query(lastClickedStatement, [
      conversions.map(({ accountId }) => accountId),
      conversions.map(({ id }) => id),
      conversions.map(({ recipientKey }) => recipientKey),
      conversions.map(({ revenue }) => revenue),
      conversions.map(({ atMs }) => atMs),
    ]);
  }

  /** Emails that have an attributed conversion already. */
  async converted(tx: EntityManager, attributed: readonly Attributed[]): Promise<Set<string>> {
    const rows: { accountId: string; logId: string }[] = await tx.query(
      `select distinct account_id as "accountId", log_id as "logId" from figure_conversions
       where (account_id, log_id) in (select * from unnest($1::text[], $2::text[]))`,
      [attributed.map(({ accountId }) => accountId), attributed.map(({ logId }) => logId)],
    );
    return new Set(rows.map(getMailKey));
  }

  async store(tx: EntityManager, attributed: readonly Attributed[]): Promise<void> {
    const column = <Value>(value: (conversion: Attributed) => Value): Value[] => attributed.map(value);
    await tx.query(storeStatement, [
      column(({ accountId }) => accountId),
      column(({ id }) => id),
      column(({ logId }) => logId),
      column(({ templateId }) => templateId),
      column(({ versionId }) => versionId),
      column(({ espAccountId }) => espAccountId),
      column(({ tags }) => JSON.stringify(tags)),
      column(({ revenue }) => revenue),
      column(({ atMs }) => atMs),
      column(({ logId }) => timeOfId(logId)),
    ]);
  }
}

export const getMailKey = ({ accountId, logId }: { readonly accountId: string; readonly logId: string }): string =>
  `${accountId} ${logId}`;
